export interface ToastContent {
  /** The specification puts the title before the text. */
  readonly title?: 'Succeed'
  readonly text: string
  /** A toast replaces an earlier toast of the same topic. */
  readonly topic?: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
