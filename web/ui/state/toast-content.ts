export interface ToastContent {
  /** The specification sets it before the text. */
  readonly title?: 'Succeed'
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
