import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { commandUsage } from '../platform/command-line.ts'
import { restrictUmask } from '../platform/private-files.ts'
import { downloadModel, inGigabytes } from '../providers/text-model/gguf/download-model.ts'
import { RECOMMENDED_MODELS } from '../providers/text-model/gguf/recommended-models.ts'
import { installGgufRuntime, runtimeFolder } from '../providers/text-model/gguf/runtime.ts'

const usage = () =>
  commandUsage('model', [
    ['', 'lists the models we recommend'],
    ['<name>', 'downloads one of them'],
    ['<https address> --sha256 <checksum>', 'downloads any GGUF file'],
    ['runtime', 'installs the program that runs GGUF files'],
  ])

interface Terminal {
  say(line: string): void
  /** Shows the progress, in place if the terminal can. */
  progress(line: string): void
}

/**
 * The command `model`; resolves with its exit code. Everything goes to DATA_DIR/models, where the server
 * finds it when it starts.
 */
export async function runModelCommand(words: string[], dataDir: string, terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { sha256: { type: 'string' }, help: { type: 'boolean' } },
    })
    const [requested, ...surplus] = positionals
    if (values.help || surplus.length > 0) terminal.say(usage())
    else if (requested === undefined) list(dataDir, terminal)
    else if (requested === 'runtime') await installRuntime(dataDir, terminal)
    else await download(requested, values.sha256?.toLowerCase() ?? null, dataDir, terminal)
    return surplus.length > 0 ? 1 : 0
  } catch (error) {
    // The message of every error that can reach this is for people.
    terminal.say(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function list(dataDir: string, terminal: Terminal): void {
  for (const model of RECOMMENDED_MODELS) {
    const isHere = existsSync(join(dataDir, 'models', model.fileName))
    const facts = `${inGigabytes(model.bytes)}, ${model.licence}, by ${model.publisher}; ${model.note}`
    terminal.say(`${model.name.padEnd(14)} ${model.title}${isHere ? ' (downloaded)' : ''}\n${' '.repeat(15)}${facts}`)
  }
  terminal.say(`\n${usage()}`)
}

async function installRuntime(dataDir: string, terminal: Terminal): Promise<void> {
  terminal.say('Installing node-llama-cpp (about 115 MB) …')
  await installGgufRuntime(dataDir)
  terminal.say(`Installed in ${runtimeFolder(dataDir)}.`)
}

async function download(requested: string, sha256: string | null, dataDir: string, terminal: Terminal): Promise<void> {
  const model = RECOMMENDED_MODELS.find(({ name }) => name === requested)
  if (!model && !URL.canParse(requested)) throw new Error(`There is no model named ${requested}.\n\n${usage()}`)
  const checksum = sha256 ?? model?.sha256 ?? null
  if (checksum === null || !/^[0-9a-f]{64}$/.test(checksum)) {
    throw new Error('An address needs --sha256 with the 64 digits of the file’s checksum, from a source you trust.')
  }
  const fileName = model?.fileName ?? fileNameOf(requested)
  const result = await downloadModel({
    url: model?.url ?? requested,
    folder: join(dataDir, 'models'),
    fileName,
    sha256: checksum,
    onProgress: (done, total) => terminal.progress(progressLine(fileName, done, total)),
  })
  terminal.say(
    `${result.path}: ${inGigabytes(result.bytes)}, checksum right${result.wasThere ? ', already there' : ''}.`,
  )
  if (!existsSync(join(runtimeFolder(dataDir), 'node_modules'))) await installRuntime(dataDir, terminal)
  terminal.say('Everkin uses it from its next start, unless MODEL_BASE_URL is set or a local model server is found.')
}

/** The last part of the URL's path, limited to characters that are safe in any file system. */
function fileNameOf(address: string): string {
  const last = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '')
  const name = last.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  return name.endsWith('.gguf') ? name : `${name || 'model'}.gguf`
}

function progressLine(fileName: string, done: number, total: number | null): string {
  const share = total ? ` ${Math.floor((done / total) * 100)} %` : ''
  return `${fileName}${share} ${inGigabytes(done)}${total ? ` of ${inGigabytes(total)}` : ''}`
}

/** Progress in place on a terminal; in a log one line per tenth. */
function standardTerminal(): Terminal {
  let shown = ''
  const canRewrite = process.stdout.isTTY
  return {
    say(line) {
      process.stdout.write(`${shown && canRewrite ? '\n' : ''}${line}\n`)
      shown = ''
    },
    progress(line) {
      const mark = canRewrite ? line : line.replace(/\d( %).*/, '0$1')
      if (mark === shown) return
      shown = mark
      process.stdout.write(canRewrite ? `\r\u001b[K${line}` : `${mark}\n`)
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  restrictUmask()
  process.exitCode = await runModelCommand(process.argv.slice(2), process.env.DATA_DIR ?? './data', standardTerminal())
}
