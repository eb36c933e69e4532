export function startSiwx(options: {
  pages: readonly string[]
  chains?: readonly { id: number; url: string }[]
  port?: number
}): Promise<{ url: string; close(): Promise<void> }>
