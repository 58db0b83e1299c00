#[automatically_derived]
unsafe impl ::onrush::__private::Item for Cell {
    fn ty() -> ::onrush::__private::Type {
        ::onrush::__private::Type::Struct(::onrush::__private::Struct {
            id: ::core::any::TypeId::of::<Self>(),
            name: "Cell",
            size: ::core::mem::size_of::<Self>(),
            align: ::core::mem::align_of::<Self>(),
            fields: ::std::vec![
                ::onrush::__private::Field { name : "id", ty : < u32 as
                ::onrush::__private::Item > ::ty(), offset :
                ::core::mem::offset_of!(Self, id), }, ::onrush::__private::Field { name :
                "place", ty : < [f32; 2] as ::onrush::__private::Item > ::ty(), offset :
                ::core::mem::offset_of!(Self, place), }
            ],
            compared: false,
        })
    }
}
#[automatically_derived]
unsafe impl ::onrush::__private::Value for Cell {
    fn write(&self, out: &mut ::onrush::__private::Params) {
        ::onrush::__private::is_element::<u32>();
        ::onrush::__private::is_element::<[f32; 2]>();
        let Self { id: _, place: _ } = self;
        out.element(self);
    }
}
#[automatically_derived]
unsafe impl ::onrush::__private::Element for Cell {}
#[automatically_derived]
#[allow(trivial_bounds)]
unsafe impl ::onrush::__private::Key for Cell
where
    u32: ::onrush::__private::Key,
    [f32; 2]: ::onrush::__private::Key,
{
    const WORDS: usize = <u32 as ::onrush::__private::Key>::WORDS
        + <[f32; 2] as ::onrush::__private::Key>::WORDS;
    #[inline(always)]
    fn word(&self, w: usize) -> u64 {
        if w < <u32 as ::onrush::__private::Key>::WORDS {
            return <u32 as ::onrush::__private::Key>::word(&self.id, w);
        }
        let w = w - <u32 as ::onrush::__private::Key>::WORDS;
        if w < <[f32; 2] as ::onrush::__private::Key>::WORDS {
            return <[f32; 2] as ::onrush::__private::Key>::word(&self.place, w);
        }
        let w = w - <[f32; 2] as ::onrush::__private::Key>::WORDS;
        ::core::unreachable!("word {w} past the end of the key")
    }
    fn word_bits(w: usize) -> u32 {
        if w < <u32 as ::onrush::__private::Key>::WORDS {
            return <u32 as ::onrush::__private::Key>::word_bits(w);
        }
        let w = w - <u32 as ::onrush::__private::Key>::WORDS;
        if w < <[f32; 2] as ::onrush::__private::Key>::WORDS {
            return <[f32; 2] as ::onrush::__private::Key>::word_bits(w);
        }
        let w = w - <[f32; 2] as ::onrush::__private::Key>::WORDS;
        ::core::unreachable!("word {w} past the end of the key")
    }
}
