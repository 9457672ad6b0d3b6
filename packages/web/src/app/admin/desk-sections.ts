import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import type { IconName } from '../../ui/icon-names.ts'
import type { PageName } from '../paths.ts'

interface DeskSection {
  page: PageName
  icon: IconName
  label: TextKey
  /** The letter that opens it after `g`; each is used once. */
  key: string
  /** Who may open it, besides owners. */
  roles: readonly Exclude<OperatorRole, 'owner'>[]
}

interface DeskGroup {
  label: TextKey
  sections: readonly DeskSection[]
}

const EVERYONE = ['moderator', 'support', 'read_only'] as const

/** The pages of the desk, as its navigation shows them. A new page is a line here, in the group where people look. */
const DESK_GROUPS = [
  {
    label: 'desk.groups.moderation',
    sections: [
      {
        page: 'admin-queue',
        icon: 'flag',
        label: 'moderation.queue.title',
        key: 'q',
        roles: ['moderator', 'read_only'],
      },
      {
        page: 'admin-items',
        icon: 'eye',
        label: 'moderation.items.title',
        key: 'c',
        roles: ['moderator', 'read_only'],
      },
    ],
  },
  {
    label: 'desk.groups.people',
    sections: [
      { page: 'admin-people', icon: 'user', label: 'desk.people.title', key: 'p', roles: ['moderator', 'support'] },
    ],
  },
  {
    label: 'desk.groups.money',
    sections: [
      { page: 'admin-orders', icon: 'receipt', label: 'desk-orders.title', key: 'o', roles: ['support', 'read_only'] },
      {
        page: 'admin-products',
        icon: 'coins',
        label: 'desk-products.title',
        key: 's',
        roles: ['support', 'read_only'],
      },
      { page: 'admin-campaigns', icon: 'compass', label: 'desk-campaigns.title', key: 'v', roles: ['read_only'] },
    ],
  },
  {
    label: 'desk.groups.records',
    sections: [
      { page: 'admin-audit', icon: 'notebook', label: 'desk.audit.title', key: 'a', roles: EVERYONE },
      { page: 'admin-figures', icon: 'clock', label: 'desk.figures.title', key: 'f', roles: EVERYONE },
    ],
  },
  {
    label: 'desk.groups.server',
    sections: [
      { page: 'admin', icon: 'heartbeat', label: 'admin.health', key: 'h', roles: EVERYONE },
      { page: 'admin-models', icon: 'chat-circle-text', label: 'models.title', key: 'm', roles: [] },
      { page: 'admin-usage', icon: 'hourglass', label: 'admin.usage.title', key: 'u', roles: [] },
    ],
  },
] as const satisfies readonly DeskGroup[]

type Group = (typeof DESK_GROUPS)[number]
/** A page that the navigation of the desk shows. */
export type DeskPage = Group['sections'][number]['page']

/** The groups with the pages that this role may open; groups without any are left out. */
export function deskGroupsFor(role: OperatorRole | null): readonly DeskGroup[] {
  const mayOpen = ({ roles }: DeskSection) => role === 'owner' || roles.some((one) => one === role)
  return DESK_GROUPS.map(({ label, sections }: DeskGroup) => ({ label, sections: sections.filter(mayOpen) })).filter(
    ({ sections }) => sections.length > 0,
  )
}

/** The texts that the frame of the desk needs, for the loaders of its pages. */
export const DESK_TEXTS = [
  'moderation.queue.title',
  'moderation.items.title',
  'pages.admin',
  'admin.signedInAs',
  'admin.health',
  'admin.usage.title',
  'models.title',
  'desk.groups',
  'desk.keys',
  'desk.roles',
  'desk.people.title',
  'desk-orders.title',
  'desk-products.title',
  'desk-campaigns.title',
  'desk.audit.title',
  'desk.figures.title',
]
