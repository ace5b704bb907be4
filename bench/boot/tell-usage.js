// Loaded before the application, on either side: tells the parent, when asked, the CPU time used so far.
process.on('message', () => process.send?.(process.cpuUsage()));
process.channel?.unref();
