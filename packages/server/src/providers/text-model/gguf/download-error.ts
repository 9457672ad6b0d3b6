/** A download that can not go on, in words for the person at the terminal. */
export class DownloadError extends Error {
  /** What has come is kept, and running the command again goes on from there. */
  readonly canResume: boolean

  constructor(message: string, canResume = false) {
    super(message)
    this.name = 'DownloadError'
    this.canResume = canResume
  }
}
