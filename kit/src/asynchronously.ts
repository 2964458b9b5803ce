/**
 * In a statement that is a transaction of its own: its commit does not wait for the disk, so a crash of the database
 * may lose it. The log is written in order, so a later durable commit is never kept without it.
 */
export const ASYNCHRONOUSLY = "select set_config('synchronous_commit', 'off', true)";
