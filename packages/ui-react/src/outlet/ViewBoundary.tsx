import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  onError(error: unknown): void
  fallback(error: unknown, retry: () => void): ReactNode
}

/** Catches errors of a view, so that only its own place shows the error. */
export class ViewBoundary extends Component<Props, { failed: boolean; error?: unknown }> {
  override state: { failed: boolean; error?: unknown } = { failed: false }
  static getDerivedStateFromError(error: unknown): { failed: boolean; error: unknown } {
    return { failed: true, error }
  }
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  readonly retry = (): void => this.setState({ failed: false, error: undefined })
  override render(): ReactNode {
    return this.state.failed
      ? this.props.fallback(this.state.error, this.retry)
      : this.props.children
  }
}
