/** Rows longer than this are not compared: their sums would not fit into 32 bits. */
export const MOST_NUMBERS = 16_384
/** The query's numbers lie between this and its negative, the rows' between 127 and -127. */
export const QUERY_STEPS = 1_023
export const ROW_STEPS = 127
/** Rows are filled up with zeros to a multiple of this. */
export const LANES = 16

const ROWS_AT = 64 * 1024
const ROWS_BYTES = 1024 * 1024
const SUMS_AT = ROWS_AT + ROWS_BYTES
/** Of 64 KiB: the query, the rows, and a sum for each row of the shortest. */
const PAGES = 1 + 16 + 4

// Node has it, its types do not.
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object
  Instance: new (module: object) => { exports: object }
}

type Dots = (query: number, row: number, sums: number, count: number, stride: number) => void

let machine: { dots: Dots; memory: ArrayBuffer } | null = null

/**
 * The product of every row with the query, exactly, into `sums`. `query` has `stride` numbers, a multiple of `LANES`, and
 * `rows` as many for each sum. Sixteen are multiplied at a time, by a machine of a few lines that the engine compiles:
 * one by one, as JavaScript does it, takes ten times as long.
 */
export function dotBytes(query: Int16Array, rows: Int8Array, sums: Int32Array): void {
  const stride = query.length
  if (stride === 0) return
  machine ??= startMachine()
  const { dots, memory } = machine
  const bytes = new Int8Array(memory)
  const atOnce = Math.floor(ROWS_BYTES / stride)
  new Int16Array(memory).set(query)
  for (let from = 0; from < sums.length; from += atOnce) {
    const count = Math.min(atOnce, sums.length - from)
    // A block at a time goes through one small memory, which stays in the processor's own.
    bytes.set(rows.subarray(from * stride, (from + count) * stride), ROWS_AT)
    dots(0, ROWS_AT, SUMS_AT, count, stride)
    sums.set(new Int32Array(memory, SUMS_AT, count), from)
  }
}

function startMachine(): { dots: Dots; memory: ArrayBuffer } {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program()))
  const { dots, memory } = exports as { dots: Dots; memory: { buffer: ArrayBuffer } } // as `program` exports them
  return { dots, memory: memory.buffer }
}

const [QUERY, ROW, SUMS, COUNT, STRIDE, AT, ACROSS, BYTES] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const [I32, V128, NOTHING] = [0x7f, 0x7b, 0x40]
const [LOOP, END, BRANCH_IF] = [0x03, 0x0b, 0x0d]
const [ADD, SUBTRACT, SHIFT_LEFT, LESS] = [0x6a, 0x6b, 0x74, 0x49]
const STORE = [0x36, 2, 0]
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
/** A number below 64. */
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
function program(): Uint8Array<ArrayBuffer> {
  const queryAddress = [...get(QUERY), ...get(AT), ...i32(1), SHIFT_LEFT, ADD]
  const sixteen = [
    ...[...get(ROW), ...get(AT), ADD, ...load(0), ...set(BYTES)],
    ...get(ACROSS),
    ...[...get(BYTES), ...WIDEN_LOW, ...queryAddress, ...load(0), ...DOT_PAIRS, ...ADD_LANES],
    ...[...get(BYTES), ...WIDEN_HIGH, ...queryAddress, ...load(16), ...DOT_PAIRS, ...ADD_LANES],
    ...set(ACROSS),
    ...[...get(AT), ...i32(16), ADD, ...tee(AT), ...get(STRIDE), LESS, BRANCH_IF, 0],
  ]
  const row = [
    ...[...i32(0), ...SPLAT, ...set(ACROSS), ...i32(0), ...set(AT)],
    ...[LOOP, NOTHING, ...sixteen, END],
    ...[...get(SUMS), ...get(ACROSS), ...lane(0)],
    ...[1, 2, 3].flatMap((index) => [...get(ACROSS), ...lane(index), ADD]),
    ...STORE,
    ...[...get(ROW), ...get(STRIDE), ADD, ...set(ROW)],
    ...[...get(SUMS), ...i32(4), ADD, ...set(SUMS)],
    ...[...get(COUNT), ...i32(1), SUBTRACT, ...tee(COUNT), BRANCH_IF, 0],
  ]
  const body = [2, 1, I32, 2, V128, LOOP, NOTHING, ...row, END, END]
  return new Uint8Array([
    ...[0x00, ...ascii('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(PAGES)]),
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

/** LEB128: seven bits a byte, the lowest first, a high bit where more follow. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
