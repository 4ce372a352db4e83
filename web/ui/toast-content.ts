/** A result said in passing, with at most one thing to do about it. */
export interface ToastContent {
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
