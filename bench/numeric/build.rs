//! Finds the libraries to compare with. PPL is required; APRON and ELINA are used if `APRON_PREFIX` and `ELINA_PREFIX` name
//! the directories that hold their `include` and `lib`.

use std::path::Path;
use std::process::Command;

fn shim(name: &str, prefix: &str, libraries: &[&str]) {
    let out = std::env::var("OUT_DIR").expect("set by cargo");
    let object = format!("{out}/{name}.o");
    let archive = format!("{out}/lib{name}_shim.a");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let run = |command: &mut Command| {
        let status = command.status().unwrap_or_else(|e| panic!("{command:?}: {e}"));
        assert!(status.success(), "{command:?} failed");
    };
    let include = format!("-I{prefix}/include");
    let define = format!("-DUSE_{}", name.to_uppercase());
    run(Command::new(compiler).args(["-O2", "-fPIC", "-w", "-c", "shim/library.c", "-o", &object, &include, &define]));
    let _ = std::fs::remove_file(&archive);
    run(Command::new("ar").args(["rcs", &archive, &object]));
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static={name}_shim");
    println!("cargo:rustc-link-search=native={prefix}/lib");
    for library in libraries {
        println!("cargo:rustc-link-lib=dylib={library}");
    }
    println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib,--disable-new-dtags");
    println!("cargo:rustc-cfg={name}");
}

fn main() {
    println!("cargo:rerun-if-changed=shim/library.c");
    for (name, libraries) in [
        ("apron", ["polkaMPQ", "octMPQ", "apron", "mpfr", "gmp"].as_slice()),
        ("elina", ["optpoly", "elinalinearize", "elinaux", "partitions", "mpfr", "gmp"].as_slice()),
    ] {
        let variable = format!("{}_PREFIX", name.to_uppercase());
        println!("cargo:rerun-if-env-changed={variable}");
        println!("cargo:rustc-check-cfg=cfg({name})");
        if let Some(prefix) = std::env::var(&variable).ok().filter(|p| Path::new(p).is_dir()) {
            shim(name, &prefix, libraries);
        }
    }
}
