//! The integers of GMP, in which PPL, APRON and ELINA speak, and their translation.

use numeric::Int;
use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};

#[repr(C)]
struct Raw {
    allocated: c_int,
    size: c_int,
    limbs: *mut c_void,
}

#[link(name = "gmp")]
unsafe extern "C" {
    fn __gmpz_init(z: *mut Raw);
    fn __gmpz_clear(z: *mut Raw);
    fn __gmpz_set_si(z: *mut Raw, value: c_long);
    fn __gmpz_set_str(z: *mut Raw, text: *const c_char, base: c_int) -> c_int;
    fn __gmpz_get_str(text: *mut c_char, base: c_int, z: *const Raw) -> *mut c_char;
    fn __gmpz_sizeinbase(z: *const Raw, base: c_int) -> usize;
    fn __gmpz_fits_slong_p(z: *const Raw) -> c_int;
    fn __gmpz_get_si(z: *const Raw) -> c_long;
}

/// An owned `mpz_t`.
pub struct Mpz(Raw);

impl Default for Mpz {
    fn default() -> Self {
        let mut raw = Raw { allocated: 0, size: 0, limbs: std::ptr::null_mut() };
        unsafe { __gmpz_init(&mut raw) };
        Mpz(raw)
    }
}

impl Drop for Mpz {
    fn drop(&mut self) {
        unsafe { __gmpz_clear(&mut self.0) };
    }
}

impl Mpz {
    pub fn new(value: &Int) -> Mpz {
        let mut z = Mpz::default();
        match c_long::try_from(value) {
            Ok(small) => unsafe { __gmpz_set_si(&mut z.0, small) },
            Err(_) => {
                let text = CString::new(value.to_string()).expect("digits have no zero byte");
                let status = unsafe { __gmpz_set_str(&mut z.0, text.as_ptr(), 10) };
                assert_eq!(status, 0, "digits are a number");
            }
        }
        z
    }

    pub fn pointer(&mut self) -> *mut c_void {
        (&raw mut self.0).cast()
    }

    pub fn value(&self) -> Int {
        unsafe {
            if __gmpz_fits_slong_p(&self.0) != 0 {
                return Int::from(__gmpz_get_si(&self.0));
            }
            let mut text: Vec<c_char> = vec![0; __gmpz_sizeinbase(&self.0, 10) + 2];
            __gmpz_get_str(text.as_mut_ptr(), 10, &self.0);
            let text = CStr::from_ptr(text.as_ptr()).to_str().expect("digits are text");
            text.parse().expect("digits are a number")
        }
    }
}
