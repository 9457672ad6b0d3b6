import { LOCALE_CODES, LOCALES } from '@everkin/contract/locales.ts'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useBackToClose } from '../../lib/back-to-close.ts'
import { useSession } from '../../session/session.tsx'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type PageName, pageAt, pathInLocale, pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { useRememberLocale } from './language-menu.tsx'
import { useNavigationPath } from './navigation.tsx'

/** The menu at the start edge, as a modal `<dialog>`: focus stays inside; Esc and the backdrop close it. */
export function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const text = useText()
  useBackToClose(open, onClose)
  useEffect(() => {
    if (open) ref.current?.showModal()
    else ref.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is for the backdrop and the links, Esc closes by keyboard
    <dialog
      ref={ref}
      className="drawer"
      aria-label={text('shell.drawer.label')}
      onClose={onClose}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a')
        if (isLink || event.target === event.currentTarget) onClose()
      }}
    >
      {open ? <DrawerContent onClose={onClose} /> : null}
    </dialog>
  )
}

function DrawerContent({ onClose }: { onClose: () => void }) {
  const text = useText()
  const locale = useLocale()
  const config = useSiteConfig()
  const { person } = useSession()
  return (
    <>
      <div className="drawer-head">
        <PersonBlock />
        <IconButton icon="x" label={text('shell.actions.close')} onClick={onClose} />
      </div>
      <nav aria-label={text('shell.drawer.label')}>
        <DrawerLink page="index" icon="house" label={text('shell.drawer.home')} />
        <DrawerLink page="chathistory" icon="chats-circle" label={text('shell.tabs.chat')} />
        <DrawerLink page="createSingle" icon="feather" label={text('shell.tabs.create')} />
        <DrawerLink page="me" icon="user" label={text('shell.drawer.profile')} />
        {config?.payment_provider === null || person?.teen || person?.offers_paused ? null : (
          <DrawerLink page="AboutView" icon="coins" label={text('shell.drawer.price')} />
        )}
        <DrawerLink page="getAPP" icon="download-simple" label={text('shell.drawer.download')} />
        <DrawerLink page="safety" icon="hand-heart" label={text('shell.drawer.safety')} />
      </nav>
      <hr />
      {person ? <DrawerLink page="set" icon="gear-six" label={text('pages.settings.title')} /> : null}
      <Languages />
      {config?.discord_url ? (
        <a className="drawer-item" href={config.discord_url} rel="noreferrer" target="_blank">
          <Icon name="discord-logo" />
          {text('shell.drawer.discord')}
        </a>
      ) : null}
      <p className="drawer-legal">
        <Link to={pathTo('PrivacyPolicy', locale)}>{text('legal.privacy')}</Link>
        <Link to={pathTo('TermsofUse', locale)}>{text('legal.terms')}</Link>
      </p>
    </>
  )
}

function PersonBlock() {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  if (!person) {
    return (
      <div className="drawer-person">
        <LinkButton to={pathTo('login', locale, {}, { next: pathname + search })} variant="primary">
          {text('shell.drawer.signIn')}
        </LinkButton>
      </div>
    )
  }
  const name = person.nickname || person.email || ''
  return (
    <div className="drawer-person">
      <PersonAvatar name={name} url={person.avatar} size="large" isMember={person.member.active} />
      <span>
        <b className="title-2" dir="auto">
          {name}
        </b>
        <br />
        <bdi className="caption faint figures">{text('shell.drawer.id', { id: shortened(person.id) })}</bdi>
      </span>
    </div>
  )
}

/** The profile has the whole id, to copy. */
const shortened = (id: string): string => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id)

interface DrawerLinkProps {
  page: PageName
  icon: 'house' | 'chats-circle' | 'feather' | 'user' | 'coins' | 'download-simple' | 'hand-heart' | 'gear-six'
  label: string
}

function DrawerLink({ page, icon, label }: DrawerLinkProps) {
  const pathOf = useNavigationPath()
  const isCurrent = pageAt(useLocation().pathname) === page
  return (
    <Link className="drawer-item" to={pathOf(page)} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={isCurrent ? `${icon}-fill` : icon} />
      {label}
    </Link>
  )
}

function Languages() {
  const text = useText()
  const current = useLocale()
  const rememberLocale = useRememberLocale()
  const { pathname, search, hash } = useLocation()
  return (
    <details className="drawer-languages">
      <summary className="drawer-item">
        <Icon name="translate" />
        {text('shell.language')}
        <Icon name="caret-down" size="small" />
      </summary>
      <ul>
        {LOCALE_CODES.map((locale) => (
          <li key={locale}>
            <a
              href={pathInLocale(pathname, locale) + search + hash}
              lang={locale}
              hrefLang={locale}
              aria-current={locale === current ? 'true' : undefined}
              onClick={() => void rememberLocale(locale)}
            >
              {LOCALES[locale].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
