/** A result said in passing, with at most one thing to do about it. */
export interface ToastContent {
  /** Stands before the text where the specification has a title for it. */
  readonly title?: 'Succeed'
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
