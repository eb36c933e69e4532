/**
 * `@latchkey/bitcoin` for `<script type="module">`.
 * @packageDocumentation
 */
export * from '@latchkey/bitcoin'
