/** A room that a test has made, with what its operator was told. */
export interface RoomOfTest {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

/** A point of the tested page, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What is dropped from outside of the browser: files and folders of the disk, or data of another window. */
export interface Dropped {
  readonly files: readonly string[]
  readonly items: readonly { readonly mimeType: string; readonly data: string }[]
}

/** Methods of `Rooms` (server/test/open-rooms.ts) that reach behind the server. */
type RoomsMethod =
  | 'asNewcomers'
  | 'asFirstRoom'
  | 'logged'
  | 'spendBudget'
  | 'ageSignLinks'
  | 'ageOperators'
  | 'ageMessages'
  | 'leaveStorage'
  | 'falsify'
  | 'crowd'

/** What component tests ask of Node; server/test/component-commands.ts answers. */
export interface ComponentCommands {
  makeRoom(name?: string): Promise<RoomOfTest>
  rooms(method: RoomsMethod, ...rest: readonly unknown[]): Promise<unknown>
  /** The PIN in the next mail to an address; addresses must differ between tests, which share one outbox. */
  pinFor(email: string): Promise<string>
  /** The operator code in the next mail to an address. */
  codeFor(email: string): Promise<string>
  /** The code of the second step in the next mail to an address. */
  stepCodeFor(email: string): Promise<string>
  /** The link to sign in the next mail to an address. */
  signLinkFor(email: string): Promise<string>
  /** A small real PDF in base64, whose text carries `words`. */
  makePdf(pages: number, words?: string, size?: readonly [number, number]): Promise<string>

  moveMouse(to: Point, steps?: number): Promise<void>
  pressMouse(button?: 'left' | 'right'): Promise<void>
  releaseMouse(button?: 'left' | 'right'): Promise<void>
  turnWheel(deltaX: number, deltaY: number): Promise<void>
  /** Presses a key or a chord as Playwright names it, such as `Shift+F10`; the focused element gets it. */
  press(key: string): Promise<void>
  /** Types text as a person does, letter by letter. */
  typeText(text: string): Promise<void>
  holdKey(key: string): Promise<void>
  releaseKey(key: string): Promise<void>
  emulate(media: { readonly colorScheme?: 'light' | 'dark' | null; readonly media?: 'print' | 'screen' | null }): Promise<void>
  grant(permissions: readonly string[]): Promise<void>

  setOffline(isOffline: boolean): Promise<void>
  /** Holds requests whose address matches the regular expression until `letGo` is called with the same one. */
  hold(pattern: string): Promise<void>
  letGo(pattern: string): Promise<void>
  /** Cuts the next requests whose address matches, as a lost connection does; with `isAnswered` the server still gets them. */
  cut(pattern: string, times: number, isAnswered?: boolean): Promise<void>
  /** Answers requests whose address matches in place of the server, until `letGo` is called with the same pattern. */
  fulfil(pattern: string, status: number, json: unknown): Promise<void>
  /** Remembers from now on what the browser asks for, as `GET /room/api/…`, whoever asks. */
  watchRequests(): Promise<void>
  requestsSeen(): Promise<readonly string[]>
  /** Ends whatever a test has done to the network. */
  mendNetwork(): Promise<void>

  /** Lays out files in base64 and empty folders (null) by their paths. @returns the folder of the disk that holds them. */
  layOut(files: Readonly<Record<string, string | null>>): Promise<string>
  /** Removes what `layOut` has laid out. */
  clearAway(folder: string): Promise<void>
  /** Drops at a point as a file manager or another window does. */
  dropAt(at: Point, dropped: Dropped): Promise<void>
  /** What of the tested page keeps somebody out, as axe finds it: `rule at element`. */
  axe(): Promise<readonly string[]>
  /** A PDF in base64 that opens with a password alone. */
  makeLockedPdf(password: string): Promise<string>
  /** Fills in and signs all that a link to sign leads to; the HTTP status of that. */
  sign(link: string): Promise<number>
}

declare module 'vitest/browser' {
  interface BrowserCommands extends ComponentCommands {}
}
