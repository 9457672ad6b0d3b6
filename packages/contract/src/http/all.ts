import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { ageCheck } from './age-check.ts'
import { albums } from './albums.ts'
import { attribution } from './attribution.ts'
import { billing } from './billing.ts'
import { blocks } from './blocks.ts'
import { breaks } from './breaks.ts'
import { cardEditor } from './card-editor.ts'
import { cardFiles } from './card-files.ts'
import { characters } from './characters.ts'
import { chatSettings } from './chat-settings.ts'
import { chatTools } from './chat-tools.ts'
import { chats } from './chats.ts'
import { deskCampaigns } from './desk-campaigns.ts'
import { deskOrders } from './desk-orders.ts'
import { deskInvitations, deskProducts, deskRewards } from './desk-products.ts'
import { deskStatus } from './desk-status.ts'
import { figures } from './figures.ts'
import { groupChats } from './group-chats.ts'
import { guests } from './guests.ts'
import { imageTasks, imageTemplates } from './image-tasks.ts'
import { invitations } from './invitations.ts'
import { lorebooks } from './lorebooks.ts'
import { media } from './media.ts'
import { memory } from './memory.ts'
import { modelChoice } from './model-choice.ts'
import { modelUsage, replyDetails } from './model-usage.ts'
import { models } from './models.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { operators } from './operators.ts'
import { peopleDesk } from './people-desk.ts'
import { personas } from './personas.ts'
import { presets } from './presets.ts'
import { protection } from './protection.ts'
import { rewards } from './rewards.ts'
import { safety } from './safety.ts'
import { serviceConnections } from './service-connections.ts'
import { site } from './site.ts'
import { speech } from './speech.ts'
import { suggestions } from './suggestions.ts'

/** Every API call, by module. The server does not start while one of them has no handler. */
export const operations = {
  accounts,
  ageCheck,
  albums,
  billing,
  blocks,
  breaks,
  cardFiles,
  characters,
  chatSettings,
  chats,
  chatTools,
  admin,
  deskCampaigns,
  deskInvitations,
  deskOrders,
  deskProducts,
  deskRewards,
  deskStatus,
  groupChats,
  guests,
  invitations,
  cardEditor,
  lorebooks,
  media,
  modelUsage,
  operators,
  peopleDesk,
  figures,
  personas,
  notifications,
  memory,
  models,
  modelChoice,
  moderation,
  presets,
  protection,
  imageTemplates,
  imageTasks,
  replyDetails,
  rewards,
  safety,
  serviceConnections,
  site,
  suggestions,
  attribution,
  speech,
} as const

export type Operations = typeof operations
