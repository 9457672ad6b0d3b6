import { isObject, readJson } from './read-json.ts'

/** What Ollama gives a model that neither its Modelfile nor the running instance says more about. */
const OLLAMA_DEFAULT = 4096

/**
 * The context that Ollama really gives: of the loaded model, else of its parameters, else the default of
 * Ollama; `otherwise` where no Ollama answers.
 */
export async function readOllamaContext(
  origin: string,
  name: string,
  timeoutMs: number,
  otherwise: number | null = OLLAMA_DEFAULT,
): Promise<number | null> {
  const [running, shown] = await Promise.all([
    readJson(`${origin}/api/ps`, { timeoutMs }),
    readJson(`${origin}/api/show`, { timeoutMs, body: { model: name } }),
  ])
  const loaded = listOf(running?.models).find((model) => model.name === name || model.model === name)
  const fromParameters = /^\s*num_ctx\s+(\d+)/m.exec(String(shown?.parameters ?? ''))?.[1]
  return (
    positiveInteger(loaded?.context_length) ??
    positiveInteger(Number(fromParameters)) ??
    (shown?.modelfile === undefined ? otherwise : OLLAMA_DEFAULT)
  )
}

/** LM Studio tells what a loaded model was given; what it could be given is no promise. */
export async function readLmStudioContext(origin: string, name: string, timeoutMs: number): Promise<number | null> {
  const list = await readJson(`${origin}/api/v0/models`, { timeoutMs })
  const model = listOf(list?.data).find((candidate) => candidate.id === name)
  return positiveInteger(model?.loaded_context_length) ?? null
}

export async function readLlamaCppContext(
  origin: string,
  _name: string,
  timeoutMs: number,
  apiKey: string | null = null,
): Promise<number | null> {
  const props = await readJson(`${origin}/props`, { apiKey, timeoutMs })
  const settings = props?.default_generation_settings
  return positiveInteger(isObject(settings) ? settings.n_ctx : undefined) ?? positiveInteger(props?.n_ctx) ?? null
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function positiveInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}
