import { ResponsiveImage } from '../../ui/avatar.tsx'

/** So many stand in the first row of the wall: the pictures that the page opens with. */
const FIRST_ROW = 4

/** The house at night: a face in every window. Decoration: who they are is told where they are met. */
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
