import { bakery } from './bakery.ts'
import { bookshop } from './bookshop.ts'
import { compassRose } from './compass-rose.ts'
import { danceHall } from './dance-hall.ts'
import { deep } from './deep.ts'
import { dome } from './dome.ts'
import { ferry } from './ferry.ts'
import { glasshouse } from './glasshouse.ts'
import { hall } from './hall.ts'
import { iceChess } from './ice-chess.ts'
import { inn } from './inn.ts'
import { kitchen } from './kitchen.ts'
import { library } from './library.ts'
import { lighthouse } from './lighthouse.ts'
import { mapRoom } from './map-room.ts'
import { newsroom } from './newsroom.ts'
import { noodleBar } from './noodle-bar.ts'
import { plain } from './plain.ts'
import { planets } from './planets.ts'
import { porthole } from './porthole.ts'
import { rainyStreet } from './rainy-street.ts'
import { sea } from './sea.ts'
import { snowStation } from './snow-station.ts'
import { stacks } from './stacks.ts'
import { stage } from './stage.ts'
import { castle, classroom, forest, garden, mountains, neonStreet, shipDeck, tavern } from './story-places.ts'
import { studio } from './studio.ts'
import { teaRoom } from './tea-room.ts'
import { theatre } from './theatre.ts'
import { tileWall } from './tile-wall.ts'

/** Every place, drawn wider than the page so that a landscape shows more of it. */
export const SCENES = {
  bakery,
  castle,
  classroom,
  forest,
  garden,
  mountains,
  neonStreet,
  shipDeck,
  tavern,
  bookshop,
  compassRose,
  danceHall,
  deep,
  dome,
  ferry,
  glasshouse,
  hall,
  iceChess,
  inn,
  kitchen,
  library,
  lighthouse,
  mapRoom,
  newsroom,
  noodleBar,
  plain,
  planets,
  porthole,
  rainyStreet,
  sea,
  snowStation,
  stacks,
  stage,
  studio,
  teaRoom,
  theatre,
  tileWall,
} satisfies Record<string, () => string>

export type SceneName = keyof typeof SCENES
