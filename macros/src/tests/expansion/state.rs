#[automatically_derived]
impl<'x, B: Backend> ::onrush::__private::State for Heat<'x, B>
where
    B: Send,
{
    fn visit<'__visit>(
        &'__visit mut self,
        __visitor: &mut ::onrush::__private::Visitor<'__visit>,
    ) {
        <DeviceVec<f32, B> as ::onrush::__private::State>::visit(&mut self.0, __visitor);
        <&'x DeviceVec<
            f32,
            B,
        > as ::onrush::__private::State>::visit(&mut self.1, __visitor);
    }
}
