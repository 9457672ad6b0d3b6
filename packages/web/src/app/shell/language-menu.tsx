import { LOCALE_CODES, LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { useLocation } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { writeCookie } from '../../lib/cookies.ts'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { pathInLocale } from '../paths.ts'

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Returns a function that remembers a chosen language: for a year in this browser, so that the home page uses it, and
 * in the profile of a signed-in person, for emails. The page can be left at once; the promise resolves when the profile
 * is saved, or could not be.
 */
export function useRememberLocale(): (locale: Locale) => Promise<void> {
  const { person } = useSession()
  return async (locale) => {
    writeCookie('i18n_redirected', locale, ONE_YEAR_SECONDS)
    // A profile without a name is incomplete: the dialog that asks for the name also stores the language.
    if (!person?.nickname) return
    // Without it, pages are in the chosen language all the same, and emails stay in the one of the profile.
    await callApi('POST /api/user/profile', { body: { lang: locale }, keepalive: true }).catch(() => {})
  }
}

/** The languages, each in its own name; selecting one loads the same page in it. */
export function LanguageMenu() {
  const text = useText()
  const current = useLocale()
  const rememberLocale = useRememberLocale()
  const { pathname, search, hash } = useLocation()
  return (
    <PopoverMenu label={text('shell.language')} trigger={<Icon name="translate" />}>
      {LOCALE_CODES.map((locale) => (
        <MenuItem
          key={locale}
          current={locale === current}
          onSelect={() => {
            void rememberLocale(locale)
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
