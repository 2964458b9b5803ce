/**
 * In a statement that is a transaction of its own: its commit does not wait for the disk, so a crash of the database may
 * lose it. What is committed after it with the disk is never kept without it, since the log is written in order.
 */
export const ASYNCHRONOUSLY = "select set_config('synchronous_commit', 'off', true)";
