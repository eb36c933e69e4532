/**
 * `@latchkey/walletconnect` for `<script type="module">`.
 * @packageDocumentation
 */
export * from '@latchkey/walletconnect'
