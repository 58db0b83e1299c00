//! Messages: a head that says which call they belong to, and items as bytes.

use std::fmt::Display;
use std::panic::Location;

use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::shards;
use onrush_core::value::Value;

/// What a call is, by which ranks see that they make the same one.
#[derive(Debug, Clone)]
pub(crate) struct What {
    pub(crate) name: &'static str,
    /// The number of slots of all ranks together, as far as every rank knows it.
    pub(crate) len: usize,
    pub(crate) ty: &'static str,
    pub(crate) type_number: u64,
    pub(crate) at: &'static Location<'static>,
    /// What else is to be the same on all ranks, in words, with a comma before: the number of bins, the kind of an operator.
    pub(crate) detail: String,
}

impl What {
    pub(crate) fn of<T: 'static>(name: &'static str, len: usize, at: &'static Location<'static>) -> Self {
        What {
            name,
            len,
            ty: std::any::type_name::<T>(),
            type_number: shards::type_number::<T>(),
            at,
            detail: String::new(),
        }
    }

    /// The call with something else that is to be the same on all ranks.
    pub(crate) fn with(mut self, detail: impl Display) -> Self {
        self.detail = format!("{}, {detail}", self.detail);
        self
    }

    /// The call with a function that is to be the same on all ranks, but for what it captures.
    pub(crate) fn calls<Args, F: Function<Args>>(self) -> Self {
        self.with(shards::text_of::<Args, F>())
    }

    /// The call with its operator: what it claims, by which ranks see that they exchange the values of the same parts, and its text.
    pub(crate) fn by<T: Value, O: Operator<T>>(self) -> Self {
        let kind = match (O::EXACT, O::COMMUTATIVE) {
            (true, _) => "by an exact operator",
            (false, true) => "by a commutative operator",
            (false, false) => "by an operator in order",
        };
        self.with(kind).calls::<(T, T), O>()
    }

    /// The call with its initial value.
    pub(crate) fn from<T: Value>(self, init: Option<T>) -> Self {
        match init {
            Some(init) => self.with(format_args!("from a value of number {:016x}", shards::number_of(&items(&[init])))),
            None => self,
        }
    }

    /// The call in words.
    pub(crate) fn describe(&self, number: u64) -> String {
        let What { name, len, ty, detail, at, .. } = self;
        format!("`{name}` of {len} items of type {ty}{detail} (call {number}) at {at}")
    }
}

/// Behind the head comes this number of bytes: of what, the head says. The description is for people.
#[derive(Debug, PartialEq)]
pub(crate) struct Head {
    pub(crate) call: u64,
    pub(crate) round: u64,
    pub(crate) len: u64,
    pub(crate) type_number: u64,
    /// A number of what the call's functions have returned so far, where that is to be the same on all ranks.
    pub(crate) found: u64,
    pub(crate) failed: bool,
    /// The call's name and detail.
    pub(crate) name: String,
    pub(crate) description: String,
}

impl Head {
    /// Whether two messages belong to the same call.
    pub(crate) fn is_of_call(&self, other: &Head) -> bool {
        let key = |head: &Head| (head.call, head.len, head.type_number);
        key(self) == key(other) && self.name == other.name
    }

    /// Whether two messages belong to the same round of the same call, in which all has been found alike so far.
    pub(crate) fn fits(&self, other: &Head) -> bool {
        self.is_of_call(other) && (self.round, self.found) == (other.round, other.found)
    }

    /// A message with this head. Its bytes are as long as the head says, so that one that was cut is noticed.
    pub(crate) fn message(&self, body: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(64 + self.name.len() + self.description.len() + body.len());
        let numbers = [self.call, self.round, self.len, self.type_number, self.found, self.failed.into()];
        let lengths = [self.name.len() as u64, self.description.len() as u64, body.len() as u64];
        numbers.iter().chain(&lengths).for_each(|number| out.extend(number.to_le_bytes()));
        out.extend(self.name.as_bytes());
        out.extend(self.description.as_bytes());
        out.extend(body);
        out
    }

    /// The head and the body of a message; `None` if it isn't one.
    pub(crate) fn read(message: &[u8]) -> Option<(Head, &[u8])> {
        let (numbers, rest) = message.split_at_checked(9 * 8)?;
        let [call, round, len, type_number, found, failed, name, description, body] =
            std::array::from_fn(|i| number(numbers, i));
        let (name, rest) = rest.split_at_checked(usize::try_from(name).ok()?)?;
        let (description, rest) = rest.split_at_checked(usize::try_from(description).ok()?)?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let (name, description) = (text(name)?, text(description)?);
        (rest.len() as u64 == body)
            .then_some((Head { call, round, len, type_number, found, failed: failed != 0, name, description }, rest))
    }
}

/// The `i`th number of 8 bytes; 0 if there are fewer.
pub(crate) fn number(bytes: &[u8], i: usize) -> u64 {
    let bytes = bytes.get(i * 8..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Items as bytes.
pub(crate) fn items<T: Value>(items: &[T]) -> Vec<u8> {
    let mut out = Vec::with_capacity(std::mem::size_of_val(items));
    shards::to_bytes(items, &mut out);
    out
}

/// Slots as bytes: their number, a byte for each that is 1 if it holds an item, and the items.
pub(crate) fn slots<T: Value>(slots: &[Option<T>]) -> Vec<u8> {
    let mut out = (slots.len() as u64).to_le_bytes().to_vec();
    out.extend(slots.iter().map(|slot| u8::from(slot.is_some())));
    shards::to_bytes(&slots.iter().copied().flatten().collect::<Vec<_>>(), &mut out);
    out
}

/// The items of a message's body.
///
/// # Safety
///
/// [`items`] has made the body of items of this type.
pub(crate) unsafe fn read_items<T: Value>(body: &[u8]) -> Vec<T> {
    // SAFETY: the caller's promise.
    unsafe { shards::from_bytes(body) }
}

/// The slots of a message's body. A body of the wrong length gives fewer.
///
/// # Safety
///
/// [`slots`] has made the body of slots of this type.
pub(crate) unsafe fn read_slots<T: Value>(body: &[u8]) -> Vec<Option<T>> {
    let Some((count, rest)) = body.split_at_checked(8) else { return Vec::new() };
    let (flags, items) = rest.split_at(usize::try_from(number(count, 0)).map_or(rest.len(), |n| n.min(rest.len())));
    // SAFETY: the caller's promise.
    let items = unsafe { shards::from_bytes(items) };
    if flags.iter().all(|flag| *flag != 0) && items.len() == flags.len() {
        return items.into_iter().map(Some).collect();
    }
    let mut items = items.into_iter();
    flags.iter().map(|flag| if *flag != 0 { items.next() } else { None }).collect()
}
