/** Longer rows are not compared: their sums would not fit into 32 bits. */
export const MAX_DIMENSIONS = 16_384
/** The query's numbers lie between this and its negative, the rows' between 127 and -127. */
export const QUERY_STEPS = 1_023
export const ROW_STEPS = 127
/** Rows are padded with zeros to a multiple of this. */
export const LANES = 16

const WASM_PAGE_BYTES = 65_536
const ROWS_OFFSET = WASM_PAGE_BYTES
/** Larger sets of rows have their own memory; smaller ones use a shared one. */
const OWN_MEMORY_BYTES = 1024 * 1024

// Available in Node, but missing in its types.
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object
  Instance: new (module: object) => { exports: object }
}

interface SimdKernel {
  dots(query: number, row: number, sums: number, count: number, stride: number): void
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
}

let sharedKernel: SimdKernel | null = null

/**
 * Rows of `stride` bytes (a multiple of `LANES`) in one array, and the dot products of all of them with a query. A
 * small WebAssembly module multiplies sixteen numbers at a time; plain JavaScript takes ten times as long. Large sets
 * of rows are stored in the module's memory, because otherwise they would be copied there for each query.
 */
export class Int8Rows {
  readonly #stride: number
  #rows = new Int8Array(0)
  #ownKernel: SimdKernel | null = null

  constructor(stride: number) {
    this.#stride = stride
  }

  get byteLength(): number {
    return this.#rows.byteLength
  }

  /** Reserves room for this many rows. Existing rows stay, and new ones are 0. */
  reserve(capacity: number): void {
    const bytes = capacity * this.#stride
    if (bytes <= this.#rows.length) return
    const [before, used, isOwn] = [this.#rows, this.#rows.length, this.#ownKernel !== null]
    if (bytes > OWN_MEMORY_BYTES) this.#ownKernel ??= createKernel()
    this.#rows = this.#ownKernel
      ? new Int8Array(ensureMemory(this.#ownKernel, ROWS_OFFSET + bytes), ROWS_OFFSET, bytes)
      : new Int8Array(bytes)
    if (!isOwn) this.#rows.set(before)
    this.#rows.fill(0, used) // sums were stored here
  }

  /** The array of a row for writing; valid until the next `reserve`. */
  row(slot: number): Int8Array {
    return this.#rows.subarray(slot * this.#stride, (slot + 1) * this.#stride)
  }

  /**
   * The exact dot product of each of the first `count` rows with the query (`stride` numbers). The next query to any
   * rows overwrites the array.
   */
  dotProducts(query: Int16Array, count: number): Int32Array {
    if (this.#stride === 0 || count === 0) return new Int32Array(count)
    sharedKernel ??= createKernel()
    const kernel = this.#ownKernel ?? sharedKernel
    const length = this.#ownKernel ? this.#rows.length : count * this.#stride
    const sumsAt = ROWS_OFFSET + length
    const buffer = ensureMemory(kernel, sumsAt + 4 * count)
    new Int16Array(buffer).set(query)
    if (this.#ownKernel) this.#rows = new Int8Array(buffer, ROWS_OFFSET, length)
    else new Int8Array(buffer).set(this.#rows.subarray(0, length), ROWS_OFFSET)
    kernel.dots(0, ROWS_OFFSET, sumsAt, count, this.#stride)
    return new Int32Array(buffer, sumsAt, count)
  }
}

/** A module's memory with at least this many bytes. It only grows, in place; buffers obtained before are detached. */
function ensureMemory({ memory }: SimdKernel, bytes: number): ArrayBuffer {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES))
  return memory.buffer
}

function createKernel(): SimdKernel {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasmProgram()))
  return exports as SimdKernel // as `program` exports them
}

const [QUERY, ROW, SUMS, COUNT, STRIDE, AT, ACROSS, BYTES] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const [I32, V128, VOID] = [0x7f, 0x7b, 0x40]
const [LOOP, END, BRANCH_IF] = [0x03, 0x0b, 0x0d]
const [ADD, SUBTRACT, SHIFT_LEFT, LESS] = [0x6a, 0x6b, 0x74, 0x49]
const STORE = [0x36, 2, 0]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
/** For a number below 64. */
const i32 = (value: number) => [0x41, value]
const simd = (operation: number, ...more: number[]) => [0xfd, ...unsigned(operation), ...more]
const load = (offset: number) => simd(0, 0, offset)
const lane = (index: number) => simd(27, index)
const [SPLAT, WIDEN_LOW, WIDEN_HIGH, DOT_PAIRS, ADD_LANES] = [simd(17), simd(0x87), simd(0x88), simd(0xba), simd(0xae)]

/**
 * A WebAssembly module (core specification 2.0, chapter 5) with one function:
 *
 *     dots(query, row, sums, count, stride):
 *       do { across = 0; at = 0
 *         do { across += row[at …] × query[at …] } while ((at += 16) < stride)
 *         *sums = across[0] + across[1] + across[2] + across[3]
 *       } while (row += stride, sums += 4, count -= 1)
 */
function wasmProgram(): Uint8Array<ArrayBuffer> {
  const queryAddress = [...get(QUERY), ...get(AT), ...i32(1), SHIFT_LEFT, ADD]
  const sixteen = [
    ...get(ROW),
    ...get(AT),
    ADD,
    ...load(0),
    ...set(BYTES),
    ...get(ACROSS),
    ...get(BYTES),
    ...WIDEN_LOW,
    ...queryAddress,
    ...load(0),
    ...DOT_PAIRS,
    ...ADD_LANES,
    ...get(BYTES),
    ...WIDEN_HIGH,
    ...queryAddress,
    ...load(16),
    ...DOT_PAIRS,
    ...ADD_LANES,
    ...set(ACROSS),
    ...get(AT),
    ...i32(16),
    ADD,
    ...tee(AT),
    ...get(STRIDE),
    LESS,
    BRANCH_IF,
    0,
  ]
  const row = [
    ...i32(0),
    ...SPLAT,
    ...set(ACROSS),
    ...i32(0),
    ...set(AT),
    LOOP,
    VOID,
    ...sixteen,
    END,
    ...get(SUMS),
    ...get(ACROSS),
    ...lane(0),
    ...[1, 2, 3].flatMap((index) => [...get(ACROSS), ...lane(index), ADD]),
    ...STORE,
    ...get(ROW),
    ...get(STRIDE),
    ADD,
    ...set(ROW),
    ...get(SUMS),
    ...i32(4),
    ADD,
    ...set(SUMS),
    ...get(COUNT),
    ...i32(1),
    SUBTRACT,
    ...tee(COUNT),
    BRANCH_IF,
    0,
  ]
  const body = [2, 1, I32, 2, V128, LOOP, VOID, ...row, END, END]
  return new Uint8Array([
    0x00,
    ...ascii('asm'),
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('dots'), 0, 0, ...name('memory'), 2, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ])
}

function section(kind: number, content: readonly number[]): number[] {
  return [kind, ...unsigned(content.length), ...content]
}

function name(text: string): number[] {
  return [text.length, ...ascii(text)]
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0))
}

/** LEB128: seven bits per byte, lowest first; the high bit is set when more bytes follow. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
