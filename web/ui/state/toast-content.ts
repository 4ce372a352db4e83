export interface ToastContent {
  /** The specification sets it before the text. */
  readonly title?: 'Succeed'
  readonly text: string
  /** Takes the place of the one before it of the same topic. */
  readonly topic?: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
