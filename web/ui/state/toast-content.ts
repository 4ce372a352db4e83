export interface ToastContent {
  /** The specification puts the title before the text. */
  readonly title?: 'Succeed'
  readonly text: string
  readonly topic?: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
