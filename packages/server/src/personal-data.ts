import {
  devicesExport,
  type EraseStep,
  type ExportPart,
  exportSignInMethods,
  jsonOf,
  listExport,
  profileExport,
} from './modules/accounts/module.ts'
import { exportAlbums } from './modules/albums/module.ts'
import { exportVisits } from './modules/attribution/module.ts'
import { eraseOrders, exportOrders, exportSpendingCap } from './modules/billing/module.ts'
import { eraseCards, exportCards } from './modules/card-editor/module.ts'
import { eraseImports, exportImports, type ImportStorage } from './modules/card-files/module.ts'
import { eraseLikes, exportLikes } from './modules/characters/module.ts'
import { type ChatServices, chatsExport, eraseChats } from './modules/chats/module.ts'
import { exportImageTasks } from './modules/image-tasks/module.ts'
import { eraseInvitations, exportInvitations } from './modules/invitations/module.ts'
import { eraseMedia, exportMedia, type MediaStorage } from './modules/media/module.ts'
import { exportMemory } from './modules/memory/module.ts'
import { erasePushData, exportSubscriptions } from './modules/notifications/module.ts'
import { exportPersonas } from './modules/personas/module.ts'
import { exportCheckins } from './modules/rewards/module.ts'
import { eraseReporter, exportReports } from './modules/safety/module.ts'
import { eraseOwner, exportLedger } from './modules/wallet/module.ts'

type Services = Pick<ChatServices, 'bus'> &
  Parameters<typeof chatsExport>[0] & { media: MediaStorage; imports: ImportStorage }

/** What the domains do when somebody is erased, in the order of locks: person, order, chat, ledger. */
export function eraseSteps(services: Services): EraseStep[] {
  return [
    (tx, person, now) => eraseOrders(tx, person.id, now),
    (tx, person) => eraseChats(services, tx, person.id),
    eraseReporter,
    (tx, person) => eraseLikes(tx, person.id),
    (tx, person, now) => eraseCards(tx, person.id, now),
    (tx, person) => erasePushData(tx, person.id),
    (tx, person) => eraseInvitations(tx, person.id),
    (tx, person) => eraseMedia(tx, services.media, person.id),
    (tx, person) => eraseImports(tx, services.imports, person.id),
    (tx, person) => eraseOwner(tx, person.id),
  ]
}

/** What the domains put into the copy of somebody's data. */
export function exportParts(services: Services): ExportPart[] {
  return [
    profileExport,
    devicesExport,
    {
      path: 'sign-in.json',
      about: 'signIn',
      tables: ['identity', 'password'],
      async *files(db, { person }) {
        yield { path: 'sign-in.json', pieces: jsonOf(await exportSignInMethods(db, person.id)) }
      },
    },
    uploadsPart(services.media),
    importedFilesPart(services.imports),
    chatsExport(services),
    {
      path: 'favourites.json',
      about: 'favourites',
      tables: ['card_like'],
      async *files(db, asked) {
        yield { path: 'favourites.json', pieces: jsonOf(await exportLikes(db, asked, services.settings)) }
      },
    },
    listExport({ path: 'cards.json', about: 'cards', tables: ['card', 'card_version', 'card_draft'] }, exportCards),
    listExport({ path: 'personas.json', about: 'personas', tables: ['persona'] }, exportPersonas),
    listExport(
      { path: 'ledger.json', about: 'ledger', tables: ['ledger_account', 'ledger_entry', 'ledger_transfer'] },
      exportLedger,
    ),
    listExport({ path: 'check-ins.json', about: 'checkins', tables: ['checkin'] }, exportCheckins),
    listExport({ path: 'orders.json', about: 'orders', tables: ['purchase_order'] }, exportOrders),
    listExport({ path: 'spending-cap.json', about: 'spendingCap', tables: ['spending_cap'] }, exportSpendingCap),
    listExport({ path: 'memory.json', about: 'memory', tables: ['memory_fact', 'memory_summary'] }, exportMemory),
    listExport(
      { path: 'picture-tasks.json', about: 'pictureTasks', tables: ['picture_task', 'picture'] },
      exportImageTasks,
    ),
    listExport({ path: 'albums.json', about: 'albums', tables: ['album_item', 'album_unlock'] }, exportAlbums),
    listExport({ path: 'invitations.json', about: 'invitations', tables: ['invitation'] }, exportInvitations),
    listExport({ path: 'reports.json', about: 'reports', tables: ['report'] }, exportReports),
    listExport(
      { path: 'notifications.json', about: 'notifications', tables: ['push_subscription'] },
      exportSubscriptions,
    ),
    listExport({ path: 'visits.json', about: 'visits', tables: ['web_visit'] }, exportVisits),
  ]
}

function uploadsPart(media: MediaStorage): ExportPart {
  return {
    path: 'pictures/',
    about: 'pictures',
    tables: ['media_file'],
    async *files(db, { person }) {
      for await (const { purpose, createdAt, bytes, ending } of exportMedia(db, media, person.id)) {
        const time = createdAt.toISOString().replace(/[:.]/g, '-')
        const pieces = async function* () {
          yield bytes
        }
        yield { path: `pictures/${purpose} ${time}.${ending}`, pieces: pieces() }
      }
    },
  }
}

function importedFilesPart(imports: ImportStorage): ExportPart {
  return {
    path: 'brought characters/',
    about: 'broughtFiles',
    tables: ['card_import'],
    async *files(db, { person }) {
      for await (const { name, bytes } of exportImports(db, imports, person.id)) {
        const pieces = async function* () {
          yield bytes
        }
        yield { path: `brought characters/${name}`, pieces: pieces() }
      }
    },
  }
}

/**
 * Every table that no part of the copy names, with the reason. A table is in one of the two, else a test fails: who adds
 * one has to say what it holds of people.
 */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  schema_migration: 'which schema this is',
  installation: 'the random name of this database, by which it knows its folders of files',
  sign_in_code: 'digests alone, gone within a day',
  sign_in_failure: 'digests alone, gone within an hour',
  age_mark: 'digests alone, without a name, gone after 90 days',
  identity_token: 'digests alone, of tokens that have been used, gone when those run out',
  left_mark: 'digests alone, of people who have left, gone after 30 days',
  ledger_check: 'what the daily check of all balances found, in numbers',
  product: 'what is for sale',
  order_event: 'the steps of orders, whose state and times are in the copy',
  order_refund: 'the steps of refunds, whose sums are with the orders in the copy',
  payment_event: 'which messages of the payment provider have been dealt with',
  sandbox_payment: 'payments that move no money; their orders are in the copy',
  sandbox_refund: 'refunds that move no money; their orders are in the copy',
  visit_sale: 'what came of a visit, summed; the orders are in the copy',
  remark: 'when a character last spoke unasked; what it said is in the chats',
  job: 'what is to be done later, by its kind and what it is about',
  memory_passage: 'where in the chats what was said is found again, as hashes of words',
  memory_receipt: 'which facts and messages a reply was written from; both are in the copy',
  generation: 'which process writes a reply; gone when it is written',
  chat_index: 'where words of messages stand, for search; the messages are in the copy',
  chat_index_block: 'where words of messages stand, for search; the messages are in the copy',
  chat_index_term: 'where words of messages stand, for search; the messages are in the copy',
  safety_verdict: 'which rule stopped something, without the text; what it was about is in the chats',
  crisis_count: 'counts by day, of nobody in particular (C5)',
  card_text: 'what the library says in other languages',
  card_save: 'which saves have been made, as digests, gone after a day',
  card_shelf: 'order of public cards',
  tag_count: 'counts of public cards',
  card_person: 'digests alone, by which a card counts each person once',
  search_term: 'words of public cards',
  search_slip: 'words of public cards',
  search_posting: 'words of public cards',
}

/** What erasing a person does to each table: its rows go, lose every tie to the person, or never had one. */
export const ERASURE_BY_TABLE: Readonly<Record<string, 'goes' | 'anonymous' | 'digests' | 'nobody'>> = {
  schema_migration: 'nobody',
  installation: 'nobody',
  card_person: 'digests',
  person: 'goes',
  session: 'goes',
  identity: 'goes',
  password: 'goes',
  identity_token: 'digests',
  media_file: 'goes',
  card_import: 'goes',
  picture_task: 'goes',
  picture: 'goes',
  album_item: 'goes',
  album_unlock: 'goes',
  persona: 'goes',
  chat: 'goes',
  push_subscription: 'goes',
  remark: 'goes',
  message: 'goes',
  memory_fact: 'goes',
  memory_summary: 'goes',
  memory_passage: 'goes',
  memory_receipt: 'goes',
  job: 'goes',
  generation: 'goes',
  chat_index: 'goes',
  chat_index_block: 'goes',
  chat_index_term: 'goes',
  card_like: 'goes',
  web_visit: 'goes',
  ledger_account: 'anonymous',
  ledger_transfer: 'anonymous',
  ledger_entry: 'anonymous',
  ledger_check: 'nobody',
  checkin: 'goes',
  visit_sale: 'goes',
  spending_cap: 'goes',
  purchase_order: 'anonymous',
  order_event: 'anonymous',
  order_refund: 'anonymous',
  sandbox_payment: 'anonymous',
  sandbox_refund: 'anonymous',
  product: 'nobody',
  payment_event: 'nobody',
  invitation: 'anonymous',
  report: 'anonymous',
  safety_verdict: 'anonymous',
  sign_in_code: 'digests',
  sign_in_failure: 'digests',
  age_mark: 'digests',
  left_mark: 'digests',
  crisis_count: 'nobody',
  card: 'anonymous',
  card_version: 'goes',
  card_draft: 'goes',
  card_save: 'goes',
  card_text: 'nobody',
  card_shelf: 'nobody',
  tag_count: 'nobody',
  search_term: 'nobody',
  search_slip: 'nobody',
  search_posting: 'nobody',
}
