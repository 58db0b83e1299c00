//! The arguments whose exact results are closest to the middle of two numbers, found among all. Their results were computed with
//! 200 bits.

use super::*;

/// The bits of an argument and of the result.
type Case = (u32, u32);

fn check(name: &str, function: fn(f32) -> f32, cases: &[Case]) {
    for &(x, y) in cases {
        let x = f32::from_bits(x);
        assert_eq!(function(x).to_bits(), y, "{name} of {x:e}");
    }
}

#[test]
fn the_hardest_results_are_rounded_correctly() {
    check(
        "exp",
        exp,
        &[
            (0xc169_12cd, 0x34fd_331b),
            (0xbbf0_edf1, 0x3f7e_1fe9),
            (0xc2b2_e798, 0x000f_6dce),
            (0x377e_ff81, 0x3f80_0080),
            (0xbae0_e25c, 0x3f7f_8fa7),
        ],
    );
    check(
        "exp2",
        exp2,
        &[
            (0xc316_0000, 0x0000_0000),
            (0xb52d_1f9a, 0x3f7f_fff8),
            (0xbcf3_a937, 0x3f7a_c6b1),
            (0x3b42_9d37, 0x3f80_4385),
            (0xb8d3_d026, 0x3f7f_fb69),
        ],
    );
    check(
        "exp_m1",
        exp_m1,
        &[
            (0x3dc2_52dd, 0x3dcb_d76b),
            (0x3a25_4e7a, 0x3a25_5bd3),
            (0x34ca_62c1, 0x34ca_62c3),
            (0xb675_cbfc, 0xb675_cbdf),
            (0x33b5_04f3, 0x33b5_04f3),
            (0xbcd4_75d0, 0xbcd1_ba92),
            (0xbcde_0d30, 0xbcdb_11ae),
            (0xbb7b_3b6c, 0xbb7a_c04e),
        ],
    );
    check(
        "ln",
        ln,
        &[
            (0x65d8_90d3, 0x4254_d1f9),
            (0x4c5d_65a5, 0x418f_034b),
            (0x4d60_4ebe, 0x419a_352c),
            (0x4117_8feb, 0x400f_e5e7),
            (0x1f11_6ab8, 0xc233_b53e),
        ],
    );
    check(
        "log2",
        log2,
        &[
            (0x3ea0_7ab9, 0xbfd6_3da2),
            (0x4020_7ab9, 0x3fa9_c25e),
            (0x0024_52a4, 0xc2ff_a268),
            (0x0048_a548, 0xc2fd_a268),
            (0x0091_4a90, 0xc2fb_a268),
        ],
    );
    check(
        "log10",
        log10,
        &[
            (0x6105_67e4, 0x41a1_7eec),
            (0x62a6_c1dd, 0x41a9_7eec),
            (0x45bd_edc8, 0x4072_28d0),
            (0x0efe_ee7a, 0xc1e9_9d23),
            (0x604d_f02c, 0x419e_3014),
        ],
    );
    check(
        "ln_1p",
        ln_1p,
        &[
            (0xb70f_ffe5, 0xb710_000d),
            (0x3710_001b, 0x370f_fff3),
            (0x3efd_81ad, 0x3ecd_eee1),
            (0x3540_0003, 0x353f_ffff),
            (0xb53f_fffd, 0xb540_0001),
        ],
    );
    check("sinh", sinh, &[(0x3a12_85ff, 0x3a12_85ff), (0xba12_85ff, 0xba12_85ff), (0x3b36_aa1f, 0x3b36_aa2f)]);
    check("cosh", cosh, &[(0x3d60_9528, 0x3f80_3145), (0xbd60_9528, 0x3f80_3145), (0x3a6f_7750, 0x3f80_0004)]);
    check("acosh", acosh, &[(0x6558_90d3, 0x4254_d1f9)]);
    check("atanh", atanh, &[(0x3a71_e7a1, 0x3a71_e7a6)]);
}
