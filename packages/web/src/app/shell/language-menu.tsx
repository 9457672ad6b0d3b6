import { LOCALE_CODES, LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { useLocation } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { writeCookie } from '../../lib/cookies.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { pathInLocale } from '../paths.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** Remembers the choice for a year, so that the home page uses it. */
export function rememberLocale(locale: Locale): void {
  writeCookie('i18n_redirected', locale, ONE_YEAR_SECONDS)
}

/** The languages, each in its own name; selecting one loads the same page in it. */
export function LanguageMenu() {
  const text = useText()
  const current = useLocale()
  const { pathname, search, hash } = useLocation()
  return (
    <PopoverMenu label={text('shell.language')} trigger={<Icon name="translate" />}>
      {LOCALE_CODES.map((locale) => (
        <MenuItem
          key={locale}
          current={locale === current}
          onSelect={() => {
            rememberLocale(locale)
            window.location.assign(pathInLocale(pathname, locale) + search + hash)
          }}
        >
          <span lang={locale}>{LOCALES[locale].name}</span>
          {locale === current ? <Icon name="check" size="small" /> : null}
        </MenuItem>
      ))}
    </PopoverMenu>
  )
}
