/** A model that `npm run model` offers. */
export interface RecommendedModel {
  name: string
  title: string
  publisher: string
  licence: string
  url: string
  fileName: string
  bytes: number
  sha256: string
  note: string
}

const HOST = 'https://huggingface.co'

/** Small models under permissive licences, from their makers; every URL names a revision. */
export const RECOMMENDED_MODELS: readonly RecommendedModel[] = [
  {
    name: 'qwen2.5-0.5b',
    title: 'Qwen2.5 0.5B Instruct (Q4_K_M)',
    publisher: 'Qwen',
    licence: 'Apache-2.0',
    url: `${HOST}/Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/9217f5db79a29953eb74d5343926648285ec7e67/qwen2.5-0.5b-instruct-q4_k_m.gguf`,
    fileName: 'qwen2.5-0.5b-instruct-q4_k_m.gguf',
    bytes: 491_400_032,
    sha256: '74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db',
    note: 'the smallest: any machine, simple replies',
  },
  {
    name: 'qwen2.5-1.5b',
    title: 'Qwen2.5 1.5B Instruct (Q4_K_M)',
    publisher: 'Qwen',
    licence: 'Apache-2.0',
    url: `${HOST}/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/91cad51170dc346986eccefdc2dd33a9da36ead9/qwen2.5-1.5b-instruct-q4_k_m.gguf`,
    fileName: 'qwen2.5-1.5b-instruct-q4_k_m.gguf',
    bytes: 1_117_320_736,
    sha256: '6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e',
    note: 'a good beginning: 4 GB of memory, all eight languages',
  },
  {
    name: 'smollm2-1.7b',
    title: 'SmolLM2 1.7B Instruct (Q4_K_M)',
    publisher: 'Hugging Face',
    licence: 'Apache-2.0',
    url: `${HOST}/HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF/resolve/2d4a76a30b4af41ecd395c35725ac11688d4cfe4/smollm2-1.7b-instruct-q4_k_m.gguf`,
    fileName: 'smollm2-1.7b-instruct-q4_k_m.gguf',
    bytes: 1_055_609_536,
    sha256: 'decd2598bc2c8ed08c19adc3c8fdd461ee19ed5708679d1c54ef54a5a30d4f33',
    note: 'English, 4 GB of memory, quick',
  },
  {
    name: 'phi-3-mini',
    title: 'Phi-3 mini 4k Instruct (Q4)',
    publisher: 'Microsoft',
    licence: 'MIT',
    url: `${HOST}/microsoft/Phi-3-mini-4k-instruct-gguf/resolve/a64113399c2f6b8ad3e11c394733a2ddadaa7f33/Phi-3-mini-4k-instruct-q4.gguf`,
    fileName: 'Phi-3-mini-4k-instruct-q4.gguf',
    bytes: 2_393_231_072,
    sha256: '8a83c7fb9049a9b2e92266fa7ad04933bb53aa1e85136b7b30f1b8000ff2edef',
    note: 'better English, 8 GB of memory, slower',
  },
]
