//! Search for real errors.
