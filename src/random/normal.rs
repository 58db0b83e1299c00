//! Normal and exponential numbers, by the inverses of their distribution functions.
//!
//! The functions consist of exact operations of IEEE 754 alone, without functions of a platform's library, so that their
//! results have the same bits everywhere. The polynomials interpolate at Chebyshev nodes; they were computed with 40
//! digits.

use crate::device;

/// The natural logarithm of 1 + f for −0.293 <= f <= 0.415, less f. The error is at most 1.1 · 2⁻²⁴ of the logarithm.
#[device]
fn ln_1p_less_f32(f: f32) -> f32 {
    let mut p: f32 = 0.069_716_12;
    p = p.mul_add(f, -0.114_797_34);
    p = p.mul_add(f, 0.116_854_2);
    p = p.mul_add(f, -0.124_256_87);
    p = p.mul_add(f, 0.142_490_58);
    p = p.mul_add(f, -0.166_678_03);
    p = p.mul_add(f, 0.200_007_16);
    p = p.mul_add(f, -0.249_999_97);
    p = p.mul_add(f, 0.333_333_3);
    let square = f * f;
    f * square * p - 0.5 * square
}

/// The natural logarithm of a positive normal number. The error is at most 1 ULP, or 2⁻²⁵ near 1.
#[device]
pub(super) fn ln_f32(x: f32) -> f32 {
    // x = m · 2ᵏ with √½ <= m < √2.
    let bits = x.to_bits().wrapping_add(0x3f80_0000 - 0x3f35_04f3);
    let k = ((bits >> 23) as i32).wrapping_sub(127) as f32;
    let f = f32::from_bits((bits & 0x7f_ffff).wrapping_add(0x3f35_04f3)) - 1.0;
    // ln 2, of which the first part times k is exact.
    let rest = ln_1p_less_f32(f) + k * -0.000_212_194_44;
    f + rest + k * 0.693_359_4
}

/// The natural logarithm of 1 + f for −0.293 <= f <= 0.415, less f. The error is at most 2⁻⁵³ of the logarithm.
#[device]
fn ln_1p_less_f64(f: f64) -> f64 {
    // ln(1 + f) = ln((1 + s) / (1 − s)) = 2·s + s·R(s²), and 2·s = f − s·f.
    let s = f / (2.0 + f);
    let z = s * s;
    let mut p: f64 = 0.130_872_361_966_596_2;
    p = p.mul_add(z, 0.132_687_147_923_480_96);
    p = p.mul_add(z, 0.153_862_418_819_385_95);
    p = p.mul_add(z, 0.181_817_956_000_607_93);
    p = p.mul_add(z, 0.222_222_223_920_890_08);
    p = p.mul_add(z, 0.285_714_285_708_019_54);
    p = p.mul_add(z, 0.400_000_000_000_008_8);
    p = p.mul_add(z, 0.666_666_666_666_666_6);
    let half = 0.5 * f * f;
    s * (half + z * p) - half
}

/// The natural logarithm of a positive normal number. The error is at most 1 ULP.
#[device]
pub(super) fn ln_f64(x: f64) -> f64 {
    let bits = x.to_bits().wrapping_add(0x3ff0_0000_0000_0000 - 0x3fe6_a09e_667f_3bcd);
    let k = ((bits >> 52) as i64).wrapping_sub(1023) as f64;
    let f = f64::from_bits((bits & 0xf_ffff_ffff_ffff).wrapping_add(0x3fe6_a09e_667f_3bcd)) - 1.0;
    let rest = ln_1p_less_f64(f) + k * 1.908_214_929_270_587_7e-10;
    f + rest + k * 0.693_147_180_369_123_8
}

/// A standard normal number of a word. Its least bit is the sign; the others are the place in the half of the distribution
/// away from 0.
#[device]
pub(super) fn normal_f32(word: u32) -> f32 {
    // Both `a`, which is twice the probability of a larger number, and 1 − a have a small relative error.
    let a = ((word >> 1) as f32 + 0.5) * 4.656_613e-10;
    let b = ((!word >> 1) as f32 + 0.5) * 4.656_613e-10;
    let w = -ln_f32(a * (2.0 - a));
    let z = if w < 5.0 { center_f32(w - 2.5) } else { tail_f32(w.sqrt() - 3.4375) };
    // The lowest bit of the word becomes the sign.
    f32::from_bits((z * b).to_bits() | word << 31)
}

#[device]
fn center_f32(t: f32) -> f32 {
    let mut p: f32 = 3.196_968e-8;
    p = p.mul_add(t, 4.839_788_5e-7);
    p = p.mul_add(t, -4.885_796e-6);
    p = p.mul_add(t, -6.194_745_8e-6);
    p = p.mul_add(t, 0.000_308_741_18);
    p = p.mul_add(t, -0.001_773_082_8);
    p = p.mul_add(t, -0.005_907_66);
    p = p.mul_add(t, 0.348_802_72);
    p = p.mul_add(t, 2.123_313_4);
    p
}

#[device]
fn tail_f32(t: f32) -> f32 {
    let mut p: f32 = -2.811_549_2e-5;
    p = p.mul_add(t, 5.569_315_5e-5);
    p = p.mul_add(t, 9.747_382e-5);
    p = p.mul_add(t, -0.000_437_731_19);
    p = p.mul_add(t, 0.000_778_186_37);
    p = p.mul_add(t, -0.001_178_394_4);
    p = p.mul_add(t, 0.001_877_182);
    p = p.mul_add(t, -0.003_355_356_6);
    p = p.mul_add(t, 0.005_221_316);
    p = p.mul_add(t, 1.424_020_4);
    p = p.mul_add(t, 4.628_068_4);
    p
}

/// As [`normal_f32`], of 64 bits.
#[device]
pub(super) fn normal_f64(word: u64) -> f64 {
    let a = ((word >> 1) as f64 + 0.5) * 1.084_202_172_485_504_4e-19;
    let b = ((!word >> 1) as f64 + 0.5) * 1.084_202_172_485_504_4e-19;
    let w = -ln_f64(a * (2.0 - a));
    let z = if w < 6.25 {
        center_f64(w - 3.125)
    } else if w < 16.0 {
        middle_f64(w.sqrt() - 3.25)
    } else {
        tail_f64(w.sqrt() - 5.3125)
    };
    f64::from_bits((z * b).to_bits() | word << 63)
}

#[device]
fn center_f64(t: f64) -> f64 {
    let mut p: f64 = -3.340_895_267_051_429_7e-22;
    p = p.mul_add(t, -2.374_087_063_213_72e-19);
    p = p.mul_add(t, 1.559_562_414_745_207_7e-18);
    p = p.mul_add(t, 1.573_424_984_089_394_5e-17);
    p = p.mul_add(t, -1.825_328_774_880_696e-16);
    p = p.mul_add(t, 3.064_593_190_079_847e-17);
    p = p.mul_add(t, 9.308_290_460_578_683e-15);
    p = p.mul_add(t, -5.735_221_444_041_998e-14);
    p = p.mul_add(t, -1.146_445_582_495_386_7e-13);
    p = p.mul_add(t, 3.724_433_936_330_848e-12);
    p = p.mul_add(t, -1.835_296_386_245_696e-11);
    p = p.mul_add(t, -7.658_591_205_111_031e-11);
    p = p.mul_add(t, 1.486_649_926_123_177e-9);
    p = p.mul_add(t, -5.816_141_513_162_249_5e-9);
    p = p.mul_add(t, -4.111_173_507_827_262e-8);
    p = p.mul_add(t, 5.988_894_294_256_318e-7);
    p = p.mul_add(t, -1.931_065_032_876_514_6e-6);
    p = p.mul_add(t, -1.963_285_281_747_908_5e-5);
    p = p.mul_add(t, 0.000_264_082_049_542_640_24);
    p = p.mul_add(t, -0.001_047_511_569_503_007_6);
    p = p.mul_add(t, -0.008_532_899_177_267_57);
    p = p.mul_add(t, 0.339_634_958_701_140_85);
    p = p.mul_add(t, 2.338_620_710_026_593);
    p
}

#[device]
fn middle_f64(t: f64) -> f64 {
    let mut p: f64 = -5.417_908_649_728_695e-10;
    p = p.mul_add(t, 1.282_967_553_472_886e-7);
    p = p.mul_add(t, -3.798_715_616_967_764_7e-7);
    p = p.mul_add(t, 2.591_404_914_909_785_8e-8);
    p = p.mul_add(t, 2.115_417_862_049_700_4e-6);
    p = p.mul_add(t, -5.676_577_434_959_346e-6);
    p = p.mul_add(t, 4.139_929_483_756_993e-6);
    p = p.mul_add(t, 1.764_279_993_672_654_4e-5);
    p = p.mul_add(t, -6.691_991_993_623_399e-5);
    p = p.mul_add(t, 9.656_934_757_201_043e-5);
    p = p.mul_add(t, 3.398_547_982_401_634e-5);
    p = p.mul_add(t, -0.000_502_098_873_998_822_9);
    p = p.mul_add(t, 0.001_348_154_730_622_393_6);
    p = p.mul_add(t, -0.002_387_582_188_556_020_7);
    p = p.mul_add(t, 0.003_523_431_204_321_308_6);
    p = p.mul_add(t, -0.005_305_009_946_686_139);
    p = p.mul_add(t, 0.007_595_620_203_989_041);
    p = p.mul_add(t, 1.421_650_865_810_257);
    p = p.mul_add(t, 4.361_272_855_165_33);
    p
}

#[device]
fn tail_f64(t: f64) -> f64 {
    let mut p: f64 = 2.048_773_983_445_398_4e-12;
    p = p.mul_add(t, -3.804_423_105_760_171e-12);
    p = p.mul_add(t, -1.745_143_915_219_271_4e-11);
    p = p.mul_add(t, 6.921_295_152_220_265e-11);
    p = p.mul_add(t, -1.365_103_750_031_819e-10);
    p = p.mul_add(t, 3.220_955_207_086_273e-10);
    p = p.mul_add(t, -7.916_162_539_977_039e-10);
    p = p.mul_add(t, 1.577_643_657_787_961_8e-9);
    p = p.mul_add(t, -3.109_614_069_953_275_6e-9);
    p = p.mul_add(t, 8.421_603_257_139_721e-9);
    p = p.mul_add(t, -3.376_830_690_844_385_5e-8);
    p = p.mul_add(t, 1.645_465_109_460_080_5e-7);
    p = p.mul_add(t, -8.282_115_031_222_961e-7);
    p = p.mul_add(t, 4.029_584_103_042_438e-6);
    p = p.mul_add(t, -1.825_035_295_845_003_4e-5);
    p = p.mul_add(t, 7.204_547_668_084_893e-5);
    p = p.mul_add(t, -0.000_193_452_690_565_657_84);
    p = p.mul_add(t, -0.000_425_957_306_324_274_95);
    p = p.mul_add(t, 1.428_580_814_485_679_3);
    p = p.mul_add(t, 7.305_269_861_845_093);
    p
}

/// An exponential number of a word: −ln of the word's place in 0 to 1, whose distance from both ends has a small relative
/// error.
#[device]
pub(super) fn exponential_f32(word: u32) -> f32 {
    if word >= 0xc000_0000 {
        let f = (!word as f32 + 0.5) * -2.328_306_4e-10;
        -(f + ln_1p_less_f32(f))
    } else {
        -ln_f32((word as f32 + 0.5) * 2.328_306_4e-10)
    }
}

/// As [`exponential_f32`], of 64 bits.
#[device]
pub(super) fn exponential_f64(word: u64) -> f64 {
    if word >= 0xc000_0000_0000_0000 {
        let f = (!word as f64 + 0.5) * -5.421_010_862_427_522e-20;
        -(f + ln_1p_less_f64(f))
    } else {
        -ln_f64((word as f64 + 0.5) * 5.421_010_862_427_522e-20)
    }
}
