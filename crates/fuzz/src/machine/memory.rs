//! Memory as bytes. A byte is unset, a number, or a part of a pointer.

use super::types::{Int, Ty};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub object: usize,
    pub offset: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    Unset,
    /// What C says nothing about and compilers may differ on: padding after a copy, the rest of a union after a store to a small member.
    Open,
    Number(u8),
    Part(Option<Address>, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Int(i128),
    Pointer(Option<Address>),
}

/// Why a run cannot go on. Generators drop a statement with a fault, unless the fault is what they plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A scalar was read that was not written.
    Unset,
    Overflow,
    Division,
    Shift,
    Null,
    Dead,
    Bounds,
    Free,
    /// The value is not known here, or the tool has no word for it.
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub bytes: Vec<Byte>,
    pub alive: bool,
    pub heap: bool,
}

/// The state of one run.
#[derive(Clone, Debug)]
pub struct State {
    pub objects: Vec<Object>,
}

impl State {
    pub fn new_object(&mut self, size: usize, fill: Byte, heap: bool) -> usize {
        self.objects.push(Object { bytes: vec![fill; size], alive: true, heap });
        self.objects.len() - 1
    }

    fn range(&self, at: Address, size: usize) -> Result<std::ops::Range<usize>, Fault> {
        let object = &self.objects[at.object];
        if !object.alive {
            return Err(Fault::Dead);
        }
        if at.offset + size > object.bytes.len() {
            return Err(Fault::Bounds);
        }
        Ok(at.offset..at.offset + size)
    }

    pub fn bytes(&self, at: Address, size: usize) -> Result<Vec<Byte>, Fault> {
        Ok(self.objects[at.object].bytes[self.range(at, size)?].to_vec())
    }

    pub fn put(&mut self, at: Address, bytes: &[Byte]) -> Result<(), Fault> {
        let range = self.range(at, bytes.len())?;
        self.objects[at.object].bytes[range].copy_from_slice(bytes);
        Ok(())
    }

    pub fn load(&self, at: Address, ty: &Ty) -> Result<Value, Fault> {
        let bytes = self.bytes(at, ty.size())?;
        match ty {
            Ty::Int(int) => {
                let mut value = 0i128;
                for (k, byte) in bytes.iter().enumerate() {
                    match byte {
                        Byte::Number(n) => value |= i128::from(*n) << (8 * k),
                        Byte::Unset => return Err(if int.size == 1 { Fault::Unknown } else { Fault::Unset }),
                        Byte::Open | Byte::Part(..) => return Err(Fault::Unknown),
                    }
                }
                // A _Bool that holds neither 0 nor 1 is a trap.
                if int.rank == 0 && value > 1 { Err(Fault::Unknown) } else { Ok(Value::Int(int.wrap(value))) }
            }
            Ty::Pointer(_) => {
                if bytes.contains(&Byte::Unset) {
                    return Err(Fault::Unset);
                }
                let Byte::Part(address, 0) = bytes[0] else { return Err(Fault::Unknown) };
                let whole = (0..8).all(|k| bytes[usize::from(k)] == Byte::Part(address, k));
                if whole { Ok(Value::Pointer(address)) } else { Err(Fault::Unknown) }
            }
            Ty::Array(..) | Ty::Record(_) => Err(Fault::Unknown),
        }
    }

    pub fn store(&mut self, at: Address, value: Value) -> Result<(), Fault> {
        match value {
            Value::Int(_) => Err(Fault::Unknown),
            Value::Pointer(address) => self.put(at, &(0..8).map(|k| Byte::Part(address, k)).collect::<Vec<_>>()),
        }
    }

    pub fn store_int(&mut self, at: Address, int: Int, value: i128) -> Result<(), Fault> {
        let value = int.wrap(value);
        self.put(at, &(0..int.size).map(|k| Byte::Number((value >> (8 * k)) as u8)).collect::<Vec<_>>())
    }

    /// A copy by assignment, parameter or result: padding is left open.
    pub fn copy(&mut self, to: Address, from: Address, ty: &Ty) -> Result<(), Fault> {
        let mut bytes = self.bytes(from, ty.size())?;
        let mut mark = vec![false; bytes.len()];
        ty.value_bytes(0, &mut mark);
        for (byte, _) in bytes.iter_mut().zip(mark).filter(|(_, value)| !value) {
            *byte = Byte::Open;
        }
        self.put(to, &bytes)
    }
}
