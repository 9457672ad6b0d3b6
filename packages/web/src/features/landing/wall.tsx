import { ResponsiveImage } from '../../ui/avatar.tsx'

/** Number of pictures in the first row of the wall, which load immediately. */
const FIRST_ROW = 4

/** Decorative wall of portraits in windows. */
export function Wall({ faces }: { faces: string[] }) {
  return (
    <div className="landing-wall" aria-hidden="true">
      {faces.map((url, at) => (
        <span className="landing-window" key={url}>
          <ResponsiveImage url={url} alt="" sizes="(min-width: 64rem) 10rem, 23vw" eager={at < FIRST_ROW} />
        </span>
      ))}
    </div>
  )
}
