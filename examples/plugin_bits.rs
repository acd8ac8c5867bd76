// SPDX-License-Identifier: MIT
// plugin_bits.rs - a plug-in in Rust: the structs of include/cuckoobench.h, member by member, and a filter of one bit a key.
//
//      rustc --edition 2021 -O -C panic=abort --crate-type cdylib -o bits.so examples/plugin_bits.rs
//      cuckoobench run f5 --plugin ./bits.so
//
// No panic may leave a function that C called: here it ends the process, and costs one cell.
use std::ffi::{c_char, c_void};

#[repr(C)]
pub struct Memory {
    size: usize, host: *mut c_void,
    take: unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void,
    give: unsafe extern "C" fn(*mut c_void, *mut c_void, usize),
}
#[repr(C)]
pub struct Params {
    size: usize, bytes: u64, buckets: u64, items: u64,
    fp_bits: u32, slots: u32, hashes: u32, tables: u32, counter_bits: u32, max_kicks: u32, max_load: u32, stripes: u32,
    doublings: u32, hash_is_xxh3: u32, kicks: u32, isa: u32, seed: u64,
    hash: unsafe extern "C" fn(u64, u64) -> u64, hash_name: *const c_char, memory: *const Memory,
}
#[repr(C)]
pub struct Info {
    size: usize, bytes: u64, items: u64, slots: u64, buckets: u64, kicks: u64,
    fp_bits: u32, slots_per_bucket: u32, hashes: u32, reserved: u32, table: *const c_void, kernel: *const c_char,
}
#[repr(C)]
pub struct Filter {
    size: usize, name: *const c_char, title: *const c_char, about: *const c_char, caps: u32, batch: u32, bits_per_item: f64,
    lines_absent: f64, lines_present: f64, lines_insert: f64, lines_remove: f64,
    create: unsafe extern "C" fn(*const Params, *mut *mut c_void, *mut *const c_char) -> i32,
    destroy: unsafe extern "C" fn(*mut c_void),
    insert: unsafe extern "C" fn(*mut c_void, *const u64, usize) -> usize,
    contains: unsafe extern "C" fn(*const c_void, *const u64, usize, *mut u8) -> usize,
    remove: Option<unsafe extern "C" fn(*mut c_void, *const u64, usize) -> usize>,
    info: unsafe extern "C" fn(*const c_void, *mut Info),
    check: Option<unsafe extern "C" fn(*const c_void) -> *const c_char>,
    save: Option<unsafe extern "C" fn(*const c_void, *mut c_void, usize) -> usize>,
    load: Option<unsafe extern "C" fn(*const Params, *const c_void, usize, *mut *mut c_void) -> i32>,
}
#[repr(C)]
pub struct Plugin { size: usize, abi: u32, count: u32, filters: *const *const Filter, version: *const c_char }

struct Bits { hash: unsafe extern "C" fn(u64, u64) -> u64, seed: u64, memory: *const Memory, table: *mut u8, bytes: u64, items: u64 }

impl Bits {
    unsafe fn place(&self, key: u64) -> (usize, u8) {
        let bit = (((self.hash)(key, self.seed) as u128 * (self.bytes * 8) as u128) >> 64) as u64;
        ((bit / 8) as usize, 1 << (bit % 8))
    }
}
unsafe extern "C" fn create(p: *const Params, filter: *mut *mut c_void, why: *mut *const c_char) -> i32 {
    let p = &*p;
    let bytes = if p.items > 0 { p.items.saturating_mul(2) } else { p.bytes };
    *filter = std::ptr::null_mut();
    *why = c"it is sized by bytes or items, and uses no other parameter".as_ptr();
    let unused = [p.fp_bits, p.slots, p.hashes, p.tables, p.counter_bits, p.max_kicks, p.max_load, p.stripes, p.doublings, p.kicks];
    if (p.bytes == 0) == (p.items == 0) || bytes >> 40 > 0 || p.buckets > 0 || unused.iter().any(|&x| x > 0) { return 1; }
    *why = c"no memory for the table".as_ptr();
    let table = ((*p.memory).take)((*p.memory).host, bytes as usize) as *mut u8;
    if table.is_null() { return 2; }
    *filter = Box::into_raw(Box::new(Bits { hash: p.hash, seed: p.seed, memory: p.memory, table, bytes, items: 0 })) as *mut c_void;
    0
}
unsafe extern "C" fn destroy(filter: *mut c_void) {
    let f = Box::from_raw(filter as *mut Bits);
    ((*f.memory).give)((*f.memory).host, f.table as *mut c_void, f.bytes as usize);
}
unsafe extern "C" fn insert(filter: *mut c_void, keys: *const u64, n: usize) -> usize {
    let f = &mut *(filter as *mut Bits);
    for i in 0..n { let (at, bit) = f.place(*keys.add(i)); *f.table.add(at) |= bit; }
    f.items += n as u64;
    n
}
unsafe extern "C" fn contains(filter: *const c_void, keys: *const u64, n: usize, hit: *mut u8) -> usize {
    let f = &*(filter as *const Bits);
    let mut hits = 0;
    for i in 0..n { let (at, bit) = f.place(*keys.add(i)); let is = *f.table.add(at) & bit != 0; *hit.add(i) = is as u8; hits += is as usize; }
    hits
}
unsafe extern "C" fn info(filter: *const c_void, to: *mut Info) {
    let f = &*(filter as *const Bits);
    (*to).bytes = f.bytes; (*to).items = f.items; (*to).hashes = 1; (*to).table = f.table as *const c_void;
}

struct Shared<T>(T);
unsafe impl<T> Sync for Shared<T> {}
static FILTER: Shared<Filter> = Shared(Filter {
    size: std::mem::size_of::<Filter>(), name: c"bits".as_ptr(), title: std::ptr::null(), about: c"one bit a key".as_ptr(), caps: 0, batch: 0,
    bits_per_item: 16.0, lines_absent: 0.0, lines_present: 0.0, lines_insert: 0.0, lines_remove: 0.0,
    create, destroy, insert, contains, remove: None, info, check: None, save: None, load: None,
});
static FILTERS: Shared<[*const Filter; 1]> = Shared([&FILTER.0]);
static PLUGIN: Shared<Plugin> = Shared(Plugin { size: std::mem::size_of::<Plugin>(), abi: 1, count: 1, filters: &FILTERS.0 as *const _, version: c"1".as_ptr() });

#[no_mangle]
pub extern "C" fn cuckoobench_plugin() -> *const Plugin { &PLUGIN.0 }
