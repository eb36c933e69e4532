import type { Dispose, Observable, Schema } from '../json.js'

/** The typed keys of a plugin's storage: a key names the check that its stored value must pass. */
export type StorageShape = Readonly<Record<string, Schema<unknown>>>
/** The type of a stored value, by the check of its key. */
export type Stored<S extends StorageShape, Key extends keyof S> =
  S[Key] extends Schema<infer T> ? T : never

/**
 * A plugin's own slice of browser storage. Nothing here throws: blocked or full storage falls back
 * to memory, bad content is dropped.
 */
export interface StoragePort<S extends StorageShape = StorageShape> {
  get<Key extends keyof S & string>(key: Key): Stored<S, Key> | undefined
  set<Key extends keyof S & string>(key: Key, value: Stored<S, Key>): void
  remove(key: keyof S & string): void
  /** Also called for changes that another tab of this site made. */
  subscribe<Key extends keyof S & string>(
    key: Key,
    listener: (value: Stored<S, Key> | undefined) => void,
  ): Dispose
}

/**
 * Texts of one locale by message key (`plugin.camelCase`). Values may hold `{name}` parameters;
 * plurals as `{count, plural, one {...} other {...}}`.
 */
export type Catalogue = Readonly<Record<string, string>>
/** Values for the `{name}` parameters of a text. */
export type MessageParams = Readonly<Record<string, string | number>>

/** Adds and reads the texts that visitors see. */
export interface MessagePort {
  /**
   * Adds texts, or a loader that is called when that locale is shown. The host's own texts always
   * win.
   */
  add(catalogues: Readonly<Record<string, Catalogue | (() => Promise<Catalogue>)>>): Dispose
  /** The text in the current locale, else English, else the key itself. */
  text(key: string, params?: MessageParams): string
  /** BCP 47, for example `de-CH`. */
  locale: Observable<string>
  /**
   * Counts up whenever a text may have changed: another locale, a catalogue that arrived, a text that
   * the host set. Read texts again then.
   */
  revision: Observable<number>
}

/** Colours: dark, light, or as the visitor's system says. */
export type ThemeMode = 'dark' | 'light' | 'auto'
/**
 * Design tokens that a host may set. A plugin adds its own by declaration merging. Values are CSS
 * values; without one a token has the value of the theme.
 */
export interface ThemeTokens {
  accent?: string | undefined
  /** Left out: black or white, the one that is easier to read on the accent. */
  onAccent?: string | undefined
  background?: string | undefined
  surface?: string | undefined
  text?: string | undefined
  textMuted?: string | undefined
  border?: string | undefined
  error?: string | undefined
  success?: string | undefined
  warning?: string | undefined
  fontFamily?: string | undefined
  /** Master size that all text scales from, 10px by default. */
  fontSizeMaster?: string | undefined
  /** Master radius that all radii scale from, 4px by default. */
  borderRadiusMaster?: string | undefined
  zIndex?: string | undefined
  width?: string | undefined
}
/** The mode and the design tokens that are set. */
export interface ThemeState {
  mode: ThemeMode
  variables: Readonly<ThemeTokens>
}
/**
 * Reads and sets the modal's theme.
 * @experimental No plugin of this repository uses it yet; it may change in a minor version.
 */
export interface ThemePort extends Observable<ThemeState> {
  /** Merges into what is set. */
  set(change: { mode?: ThemeMode; variables?: ThemeTokens }): void
}

/** Icon and colour of a toast. */
export type ToastVariant = 'success' | 'error' | 'loading' | 'info'
/** A short text over the modal, which goes by itself where `autoClose` is true. */
export interface Toast {
  message: string
  variant: ToastVariant
  /** `data:image/svg+xml` source that replaces the variant's icon. */
  svg?: string
  open: boolean
  autoClose: boolean
}
/** Shows and hides the toast. */
export interface ToastPort {
  /** @param toast its text is in the visitor's language already */
  show(toast: { message: string; variant: ToastVariant; svg?: string; autoClose?: boolean }): void
  hide(): void
}

/** A message for the developer of the site, shown in the modal. */
export interface Alert {
  /** Each id is shown once in a page's life. */
  id: string
  title: string
  message: string
}
/** Shows alerts. */
export interface AlertPort {
  raise(alert: Alert): void
  /** Raises the alert that the catalogue has for this error, if any. */
  report(error: unknown): void
}

/** Options of one HTTP request. */
export interface HttpOptions<T> {
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string>>
  /** The client sends it as JSON. */
  body?: unknown
  schema?: Schema<T>
  signal?: AbortSignal
  /** ms; 30,000 by default. */
  timeout?: number
  /** How the request uses the browser's HTTP cache, in the words of the Fetch standard. */
  cache?: 'default' | 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached'
  /** Whether the browser sends it even where the page ends first, with 64 kB at most in all. */
  keepalive?: boolean
  /** Whether the status of a good answer says it all: its body is dropped unread, and the call answers `undefined`. */
  ignoreAnswer?: boolean
}
/**
 * Asks one server. Each method answers the parsed JSON, checked by `options.schema` if given.
 * @throws `http.status`, `http.unreachable`, `http.bad_answer`, `http.origin_not_declared`,
 * `kernel.timed_out`
 */
export interface HttpClient {
  get<T = unknown>(path: string, options?: HttpOptions<T>): Promise<T>
  post<T = unknown>(path: string, options?: HttpOptions<T>): Promise<T>
  put<T = unknown>(path: string, options?: HttpOptions<T>): Promise<T>
  delete<T = unknown>(path: string, options?: HttpOptions<T>): Promise<T>
  getBlob(path: string, options?: Omit<HttpOptions<Blob>, 'schema' | 'body'>): Promise<Blob>
}
/** Makes HTTP clients. */
export interface HttpPort {
  /**
   * A client that may reach only the origins that the plugin declares, and follows no redirect.
   * Paths are resolved against `baseUrl`.
   * @param options - `credentials`: whether cookies are sent and kept, in the words of the Fetch
   * standard; `omit` (never) if left out. `include` sends them to another origin too, which must
   * then name this page's origin in `access-control-allow-origin`: use it only for a server that the
   * host itself named
   */
  client(options: {
    baseUrl: string
    clientId?: string
    query?: HttpOptions<unknown>['query']
    credentials?: 'omit' | 'same-origin' | 'include'
  }): HttpClient
}

/** Writes to the console, as the host's log level allows, with the plugin's id in front. */
export interface LogPort {
  debug(...words: unknown[]): void
  info(...words: unknown[]): void
  warn(...words: unknown[]): void
  error(...words: unknown[]): void
}

/**
 * An element in the dialog, beside the views and outside of any framework. It is never moved in the
 * document, so that a frame in it does not reload.
 * @experimental No plugin of this repository uses it yet; it may change in a minor version.
 */
export interface StageMount {
  /** Lays it over this element's box until `hide`, and follows the box as it moves. */
  show(anchor: Element): void
  hide(): void
  dispose: Dispose
}
/**
 * Puts elements into the dialog that outlive the views.
 * @experimental No plugin of this repository uses it yet; it may change in a minor version.
 */
export interface StagePort {
  mount(element: HTMLElement): StageMount
}
