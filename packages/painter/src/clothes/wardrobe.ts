import { apron } from './apron.ts'
import { blouseApron } from './blouse-apron.ts'
import { COSTUMES } from './costumes.ts'
import { crew } from './crew.ts'
import type { Garment } from './garment.ts'
import { jumpsuit } from './jumpsuit.ts'
import { leafCoat } from './leaf-coat.ts'
import { mandarin } from './mandarin.ts'
import { nordic } from './nordic.ts'
import { privateer } from './privateer.ts'
import { rashVest } from './rash-vest.ts'
import { scarf } from './scarf.ts'
import { shawl } from './shawl.ts'
import { trench } from './trench.ts'
import { uniform } from './uniform.ts'
import { waistcoat } from './waistcoat.ts'
import { workCollar } from './work-collar.ts'

export const WARDROBE = {
  apron,
  blouseApron,
  ...COSTUMES,
  crew,
  jumpsuit,
  leafCoat,
  mandarin,
  nordic,
  privateer,
  rashVest,
  scarf,
  shawl,
  trench,
  uniform,
  waistcoat,
  workCollar,
} satisfies Record<string, Garment>

export type ClothesName = keyof typeof WARDROBE
