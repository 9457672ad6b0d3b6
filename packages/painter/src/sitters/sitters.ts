import { bram } from './bram.ts'
import { ilse } from './ilse.ts'
import { june } from './june.ts'
import { kenji } from './kenji.ts'
import { mateus } from './mateus.ts'
import { noor } from './noor.ts'
import { odile } from './odile.ts'
import type { Sitter } from './sitter.ts'
import { sunniva } from './sunniva.ts'
import { tomas } from './tomas.ts'
import { wren } from './wren.ts'

export const SITTERS = { bram, ilse, june, kenji, mateus, noor, odile, sunniva, tomas, wren } satisfies Record<
  string,
  Sitter
>
