import { Link, useLoaderData } from 'react-router'
import { CAMPAIGNS, type CampaignName } from '../../features/landing/campaigns.ts'
import { Features } from '../../features/landing/features.tsx'
import { Hero } from '../../features/landing/hero.tsx'
import { HomeScreen } from '../../features/landing/home-screen.tsx'
import { LineHero } from '../../features/landing/line-hero.tsx'
import { OpeningLines } from '../../features/landing/opening-lines.tsx'
import { Promises } from '../../features/landing/promises.tsx'
import { Wall } from '../../features/landing/wall.tsx'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import type { loadCampaign } from './load-campaign.ts'
import './landing.css'
import './landing-features.css'
import './landing-people.css'

/**
 * Renders a campaign page as its row in `CAMPAIGNS` describes it.
 * @public The campaign pages export it as their own.
 */
export function Campaign() {
  const { name, speakers, moods } = useLoaderData<typeof loadCampaign>()
  const config = useSiteConfig()
  const { features } = CAMPAIGNS[name]
  return (
    <div className="landing">
      <CampaignHero />
      {features.length > 0 ? <Features names={features} facts={{ speakers, moods }} /> : null}
      <Promises
        reach={config?.reach_claim ?? null}
        hasMature={config?.nsfw_enabled ?? false}
        isForAdults={config?.audience === 'adults'}
      />
    </div>
  )
}

function CampaignHero() {
  const { name, faces } = useLoaderData<typeof loadCampaign>()
  const text = useText()
  const locale = useLocale()
  const note = useStartNote()
  const explore = pathTo('index', locale)
  const campaign = CAMPAIGNS[name]
  if (campaign.hero === 'line') return <OpeningHero campaign={campaign} />
  if (campaign.hero === 'homeScreen')
    return (
      <Hero
        title={text('landing.ios.title')}
        lead={text('landing.ios.lead')}
        action={
          <LinkButton to={pathTo('getIOSAPP', locale)} variant="primary" size="large">
            {text('landing.ios.action')}
          </LinkButton>
        }
        note={
          <RichText
            text={text('landing.ios.browser')}
            tags={{
              explore: (words) => (
                <Link className="text-link" to={explore}>
                  {words}
                </Link>
              ),
            }}
          />
        }
        picture={<HomeScreen />}
      />
    )
  return (
    <Hero
      title={text(`landing.${campaign.words}.title`)}
      lead={text(`landing.${campaign.words}.lead`)}
      action={
        <LinkButton to={explore} variant="primary" size="large">
          {text(`landing.${campaign.words}.action`)}
        </LinkButton>
      }
      note={note}
      picture={<Wall faces={faces} />}
    />
  )
}

/** Someone's first line with a button to answer it, then other characters to start with. */
function OpeningHero({ campaign }: { campaign: Extract<(typeof CAMPAIGNS)[CampaignName], { hero: 'line' }> }) {
  const { speakers } = useLoaderData<typeof loadCampaign>()
  const text = useText()
  const locale = useLocale()
  const note = useStartNote()
  const [first, ...others] = speakers
  if (!first) return <h1 className="display">{text('pages.landing.opening.title')}</h1>
  return (
    <>
      <LineHero
        speaker={first}
        cloth={first.id === campaign.speakers[0] ? campaign.cloth : undefined}
        action={
          <LinkButton to={pathTo('chat', locale, {}, { card_id: first.id })} variant="primary" size="large">
            <span>
              <RichText text={text('landing.opening.action', { name: slot('name') })} names={{ name: first.name }} />
            </span>
          </LinkButton>
        }
        note={note}
      />
      <section className="landing-others">
        <h2 className="title-1">{text('landing.opening.others')}</h2>
        <OpeningLines speakers={others} pathOf={(id) => pathTo('card', locale, { id })} />
      </section>
    </>
  )
}

/** What starting takes: the free messages of a new account (where messages are counted) and no credit card. */
function useStartNote(): string {
  const text = useText()
  const config = useSiteConfig()
  const count = config?.messages_counted ? config.new_account_messages : 0
  return count > 0 ? text('landing.note.start', { count }) : text('landing.note.noCard')
}
