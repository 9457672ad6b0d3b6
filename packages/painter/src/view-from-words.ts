import type { Mood } from './moods.ts'
import type { View } from './view.ts'
import { find, readText } from './words/read-words.ts'

const MOODS_OF_MOUTHS: Record<string, Mood> = {
  calm: 'calm',
  full: 'proud',
  smile: 'warm',
  grin: 'merry',
  laugh: 'laughing',
  smirk: 'sly',
  line: 'stern',
  wry: 'sly',
  thin: 'stern',
  pursed: 'surprised',
}

/** What a description says of place, light, mood and dress, for someone whose face is already known. */
export function viewFromWords(text: string): View {
  const words = readText(text)
  const mouth = find(words, 'mouth')
  return {
    scene: find(words, 'scene') ?? undefined,
    light: find(words, 'light') ?? undefined,
    mood: mouth ? MOODS_OF_MOUTHS[mouth] : undefined,
    clothes: find(words, 'clothes') ?? undefined,
    cloth: find(words, 'cloth') ?? undefined,
    hat: find(words, 'hat') ?? undefined,
  }
}
