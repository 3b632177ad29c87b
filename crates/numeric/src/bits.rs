//! A matrix of bits, one row beside the other: which generator saturates which constraint.

/// Rows of `stride` words each; bits beyond the columns in use are 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    /// No rows yet, with room for `columns` columns.
    pub fn new(columns: usize) -> Self {
        Bits { stride: columns.div_ceil(64).max(1), words: Vec::new() }
    }

    pub fn with_capacity(rows: usize, columns: usize) -> Self {
        let mut bits = Bits::new(columns);
        bits.words.reserve(rows * bits.stride);
        bits
    }

    pub fn zero(rows: usize, columns: usize) -> Self {
        let mut bits = Bits::new(columns);
        bits.words.resize(rows * bits.stride, 0);
        bits
    }

    pub fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    #[inline]
    pub fn row(&self, index: usize) -> &[u64] {
        &self.words[index * self.stride..(index + 1) * self.stride]
    }

    pub fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub fn set(&mut self, row: usize, column: usize) {
        self.words[row * self.stride + column / 64] |= 1 << (column % 64);
    }

    pub fn clear(&mut self, row: usize, column: usize) {
        self.words[row * self.stride + column / 64] &= !(1 << (column % 64));
    }

    #[inline]
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.words[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    /// Adds a row, which may have fewer words than this matrix.
    pub fn push(&mut self, row: &[u64]) {
        let start = self.words.len();
        let used = row.len().min(self.stride);
        self.words.extend_from_slice(&row[..used]);
        self.words.resize(start + self.stride, 0);
    }

    /// Adds the intersection of two of its rows.
    #[inline]
    pub fn push_common(&mut self, a: usize, b: usize) {
        for place in 0..self.stride {
            self.words.push(self.words[a * self.stride + place] & self.words[b * self.stride + place]);
        }
    }

    /// Adds a row with the first `columns` bits set.
    pub fn push_ones(&mut self, columns: usize) {
        let start = self.words.len();
        self.words.resize(start + self.stride, 0);
        fill(&mut self.words[start..], columns);
    }

    pub fn truncate(&mut self, rows: usize) {
        self.words.truncate(rows * self.stride);
    }

    pub fn swap_remove(&mut self, index: usize) {
        let last = self.len() - 1;
        if index != last {
            self.words.copy_within(last * self.stride..(last + 1) * self.stride, index * self.stride);
        }
        self.words.truncate(last * self.stride);
    }

    /// The same rows with room for `columns` columns.
    pub fn widened(&self, columns: usize) -> Bits {
        let mut wide = Bits::new(columns.max(self.stride * 64));
        if wide.stride == self.stride {
            wide.words.clone_from(&self.words);
            return wide;
        }
        for index in 0..self.len() {
            wide.push(self.row(index));
        }
        wide
    }

    /// Rows and columns exchanged; there are `columns` columns in use.
    pub fn transposed(&self, columns: usize) -> Bits {
        self.transposed_with_room(columns, self.len())
    }

    /// The same, with room for `room` columns in the result.
    pub fn transposed_with_room(&self, columns: usize, room: usize) -> Bits {
        let mut turned = Bits::zero(columns, room.max(self.len()));
        for index in 0..self.len() {
            for (place, word) in self.row(index).iter().enumerate() {
                let mut rest = *word;
                while rest != 0 {
                    turned.set(place * 64 + rest.trailing_zeros() as usize, index);
                    rest &= rest - 1;
                }
            }
        }
        turned
    }
}

/// Sets the first `columns` bits.
fn fill(words: &mut [u64], columns: usize) {
    for (place, word) in words.iter_mut().enumerate() {
        let left = columns.saturating_sub(place * 64);
        *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
    }
}

/// Whether every bit of `a` is in `b`.
#[inline]
pub(crate) fn subset(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(x, y)| x & !y == 0)
}

pub(crate) fn count(a: &[u64]) -> usize {
    a.iter().map(|w| w.count_ones() as usize).sum()
}
