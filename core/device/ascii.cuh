// The methods of Rust's `u8` for classes and the case of ASCII bytes.

DEVICE bool ascii_between(u8 a, u8 low, u8 high) { return u8(a - low) <= u8(high - low); }
DEVICE bool ascii_letter(u8 a) { return ascii_between(a | 0x20, 'a', 'z'); }

template <bool C> DEVICE bool r_is_ascii(Trap<C>&, u32, u8 a) { return a < 0x80; }
template <bool C> DEVICE bool r_is_ascii_alphabetic(Trap<C>&, u32, u8 a) { return ascii_letter(a); }
template <bool C> DEVICE bool r_is_ascii_digit(Trap<C>&, u32, u8 a) { return ascii_between(a, '0', '9'); }
template <bool C>
DEVICE bool r_is_ascii_alphanumeric(Trap<C>&, u32, u8 a) { return ascii_letter(a) || ascii_between(a, '0', '9'); }
template <bool C>
DEVICE bool r_is_ascii_hexdigit(Trap<C>&, u32, u8 a) { return ascii_between(a, '0', '9') || ascii_between(a | 0x20, 'a', 'f'); }
template <bool C> DEVICE bool r_is_ascii_lowercase(Trap<C>&, u32, u8 a) { return ascii_between(a, 'a', 'z'); }
template <bool C> DEVICE bool r_is_ascii_uppercase(Trap<C>&, u32, u8 a) { return ascii_between(a, 'A', 'Z'); }
template <bool C> DEVICE bool r_is_ascii_graphic(Trap<C>&, u32, u8 a) { return ascii_between(a, '!', '~'); }
template <bool C> DEVICE bool r_is_ascii_control(Trap<C>&, u32, u8 a) { return a < 0x20 || a == 0x7F; }
template <bool C>
DEVICE bool r_is_ascii_punctuation(Trap<C>&, u32, u8 a) {
  return ascii_between(a, '!', '~') && !ascii_letter(a) && !ascii_between(a, '0', '9');
}
template <bool C>
DEVICE bool r_is_ascii_whitespace(Trap<C>&, u32, u8 a) {
  return a == ' ' || a == '\t' || a == '\n' || a == '\f' || a == '\r';
}
template <bool C>
DEVICE u8 r_to_ascii_lowercase(Trap<C>&, u32, u8 a) { return ascii_between(a, 'A', 'Z') ? u8(a | 0x20) : a; }
template <bool C>
DEVICE u8 r_to_ascii_uppercase(Trap<C>&, u32, u8 a) { return ascii_between(a, 'a', 'z') ? u8(a & ~0x20) : a; }
template <bool C>
DEVICE bool r_eq_ignore_ascii_case(Trap<C>& trap, u32 site, u8 a, u8 b) {
  return r_to_ascii_lowercase(trap, site, a) == r_to_ascii_lowercase(trap, site, b);
}
