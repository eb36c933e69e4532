export interface SecureFrameStart {
  /** Where mails go: `startMail().url`. */
  mailUrl: string
  /** Origins of the pages that may embed the frame. */
  pages: readonly string[]
  /** RPC urls by the variables of the service: `{ RPC_1: 'http://…' }`. */
  rpc?: Readonly<Record<string, string>>
  /** `user` unless told otherwise. */
  recovery?: 'automatic' | 'user'
  /** Origin as browsers reach it. Absent: `http://localhost:…`. */
  publicUrl?: string
  /** 0 or absent: a free one. */
  port?: number
  /** More variables of the service: `{ LIMIT_MAIL_PAUSE: '1' }`. */
  env?: Readonly<Record<string, string>>
}

export interface RunningFrame {
  /** Origin of the page and the service. */
  url: string
  projectId: string
  /** Of its process. */
  pid: number
  /** From its start until it listened. */
  startMs: number
  close(): Promise<void>
}

/** Starts the built service as an operator does, with new keys and a new database. */
export declare function startSecureFrame(options: SecureFrameStart): Promise<RunningFrame>
