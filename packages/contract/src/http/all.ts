import { accounts } from './accounts.ts'
import { albums } from './albums.ts'
import { billing } from './billing.ts'
import { cardFiles } from './card-files.ts'
import { characters } from './characters.ts'
import { chatSettings } from './chat-settings.ts'
import { chatTools } from './chat-tools.ts'
import { chats } from './chats.ts'
import { desk } from './desk.ts'
import { groupChats } from './group-chats.ts'
import { invitations } from './invitations.ts'
import { making } from './making.ts'
import { media } from './media.ts'
import { memory } from './memory.ts'
import { notifications } from './notifications.ts'
import { personas } from './personas.ts'
import { pictures, pictureTasks } from './pictures.ts'
import { rewards } from './rewards.ts'
import { safety } from './safety.ts'
import { site } from './site.ts'
import { suggestions } from './suggestions.ts'
import { visits } from './visits.ts'
import { voices } from './voices.ts'

/** Every call there is, by domain. The server does not start while one of them has no handler. */
export const operations = {
  accounts,
  albums,
  billing,
  cardFiles,
  characters,
  chatSettings,
  chats,
  chatTools,
  desk,
  groupChats,
  invitations,
  making,
  media,
  personas,
  notifications,
  memory,
  pictures,
  pictureTasks,
  rewards,
  safety,
  site,
  suggestions,
  visits,
  voices,
} as const

export type Operations = typeof operations
