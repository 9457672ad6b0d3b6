import { writeFile } from 'node:fs/promises'

const DIMENSION = 64
const LAYERS = 2
const HEADS = 4
const FEED_FORWARD = 128
const ALIGNMENT = 32

/** Codes of value types in GGUF's metadata. */
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const
/** Codes of token types. */
const TOKEN = { normal: 1, unknown: 2, control: 3, byte: 6 } as const

const TEMPLATE =
  "{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}"

/**
 * Writes a language model with random weights, about half a megabyte: llama architecture, two layers, single letters
 * and a few words as tokens. Its output makes no sense, but it passes through the same code as a real file. Always the
 * same file.
 */
export async function writeTinyGguf(path: string, contextTokens = 2048): Promise<void> {
  const vocabulary = tokens()
  const writer = new GgufWriter()
  const tensors = weights(vocabulary.length)
  const metadata = metadataOf(vocabulary, contextTokens)
  writer.bytes(Buffer.from('GGUF'))
  writer.uint32(3)
  writer.uint64(tensors.length)
  writer.uint64(metadata.length)
  for (const write of metadata) write(writer)
  let offset = 0
  for (const { name, shape, data } of tensors) {
    writer.string(name)
    writer.uint32(shape.length)
    for (const size of shape) writer.uint64(size)
    writer.uint32(0)
    writer.uint64(offset)
    offset += Math.ceil(data.byteLength / ALIGNMENT) * ALIGNMENT
  }
  writer.pad()
  for (const { data } of tensors) {
    writer.bytes(Buffer.from(data.buffer))
    writer.pad()
  }
  await writeFile(path, writer.result())
}

interface Token {
  text: string
  score: number
  type: number
}

function tokens(): Token[] {
  const special = ['<unk>', '<s>', '</s>'].map((text, at) => ({
    text,
    score: 0,
    type: at === 0 ? TOKEN.unknown : TOKEN.control,
  }))
  const bytes = Array.from({ length: 256 }, (_, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
    score: 0,
    type: TOKEN.byte,
  }))
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,!?:;\'"-*\n']
  const words = ['the', 'hello', 'you', 'I', 'and', 'lamp', 'to', 'me', 'is', 'night'].map((word) => `\u2581${word}`)
  const normal = ['\u2581', ...letters, ...words].map((text, at) => ({ text, score: -at - 1, type: TOKEN.normal }))
  return [...special, ...bytes, ...normal]
}

type WriteValue = (writer: GgufWriter) => void

function metadataOf(vocabulary: Token[], contextTokens: number): WriteValue[] {
  const text =
    (key: string, value: string): WriteValue =>
    (writer) =>
      writer.entry(key, TYPE.string, () => writer.string(value))
  const count =
    (key: string, value: number): WriteValue =>
    (writer) =>
      writer.entry(key, TYPE.uint32, () => writer.uint32(value))
  const list =
    (key: string, type: number, write: (writer: GgufWriter, token: Token) => void): WriteValue =>
    (writer) =>
      writer.entry(key, TYPE.array, () => {
        writer.uint32(type)
        writer.uint64(vocabulary.length)
        for (const token of vocabulary) write(writer, token)
      })
  return [
    text('general.architecture', 'llama'),
    text('general.name', 'tiny-random'),
    count('general.file_type', 0),
    count('llama.vocab_size', vocabulary.length),
    count('llama.context_length', contextTokens),
    count('llama.embedding_length', DIMENSION),
    count('llama.block_count', LAYERS),
    count('llama.feed_forward_length', FEED_FORWARD),
    count('llama.attention.head_count', HEADS),
    count('llama.attention.head_count_kv', HEADS),
    (writer) => writer.entry('llama.attention.layer_norm_rms_epsilon', TYPE.float32, () => writer.float32(1e-5)),
    count('llama.rope.dimension_count', DIMENSION / HEADS),
    text('tokenizer.ggml.model', 'llama'),
    list('tokenizer.ggml.tokens', TYPE.string, (writer, token) => writer.string(token.text)),
    list('tokenizer.ggml.scores', TYPE.float32, (writer, token) => writer.float32(token.score)),
    list('tokenizer.ggml.token_type', TYPE.int32, (writer, token) => writer.uint32(token.type)),
    count('tokenizer.ggml.bos_token_id', 1),
    count('tokenizer.ggml.eos_token_id', 2),
    count('tokenizer.ggml.unknown_token_id', 0),
    (writer) => writer.entry('tokenizer.ggml.add_bos_token', TYPE.bool, () => writer.bytes(Buffer.from([1]))),
    text('tokenizer.chat_template', TEMPLATE),
  ]
}

interface Tensor {
  name: string
  /** Innermost first, as in GGUF. */
  shape: number[]
  data: Float32Array
}

function weights(vocabularySize: number): Tensor[] {
  let state = 42
  const small = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32 - 0.5) * 0.4
  }
  const tensor = (name: string, shape: number[], value: (at: number) => number = small): Tensor => ({
    name: `${name}.weight`,
    shape,
    data: Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, at) => value(at)),
  })
  const one = () => 1
  const layers = Array.from({ length: LAYERS }, (_, layer) => [
    tensor(`blk.${layer}.attn_norm`, [DIMENSION], one),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) =>
      tensor(`blk.${layer}.${name}`, [DIMENSION, DIMENSION]),
    ),
    tensor(`blk.${layer}.ffn_norm`, [DIMENSION], one),
    tensor(`blk.${layer}.ffn_gate`, [DIMENSION, FEED_FORWARD]),
    tensor(`blk.${layer}.ffn_up`, [DIMENSION, FEED_FORWARD]),
    tensor(`blk.${layer}.ffn_down`, [FEED_FORWARD, DIMENSION]),
  ])
  // Zero rows for special and byte tokens, so that letters are chosen and the text is readable.
  const unspoken = (3 + 256) * DIMENSION
  return [
    tensor('token_embd', [DIMENSION, vocabularySize]),
    ...layers.flat(),
    tensor('output_norm', [DIMENSION], one),
    tensor('output', [DIMENSION, vocabularySize], (at) => (at < unspoken ? 0 : small())),
  ]
}

class GgufWriter {
  readonly #pieces: Buffer[] = []
  #length = 0

  bytes(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  uint32(value: number): void {
    const piece = Buffer.alloc(4)
    piece.writeUInt32LE(value)
    this.bytes(piece)
  }

  uint64(value: number): void {
    const piece = Buffer.alloc(8)
    piece.writeBigUInt64LE(BigInt(value))
    this.bytes(piece)
  }

  float32(value: number): void {
    const piece = Buffer.alloc(4)
    piece.writeFloatLE(value)
    this.bytes(piece)
  }

  string(value: string): void {
    const piece = Buffer.from(value, 'utf8')
    this.uint64(piece.length)
    this.bytes(piece)
  }

  entry(key: string, type: number, writeValue: () => void): void {
    this.string(key)
    this.uint32(type)
    writeValue()
  }

  pad(): void {
    const surplus = this.#length % ALIGNMENT
    if (surplus > 0) this.bytes(Buffer.alloc(ALIGNMENT - surplus))
  }

  result(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}
