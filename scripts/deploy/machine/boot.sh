# boot.sh FOLDER GROUPS: boots the systemd of the Debian in FOLDER. It runs as the first process of new namespaces, in the
# control group GROUPS of its own, which is a version 2 one also where the machine has the older kind.
set -eu
folder=$1
mount --make-rprivate /
mount --bind "$folder" "$folder"
mount -t proc proc "$folder/proc"
mount -t sysfs sysfs "$folder/sys"
mount -t cgroup2 cgroup2 "$folder/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$folder/run"
mkdir "$folder/run/lock"
mount -t tmpfs -o mode=755 tmpfs "$folder/dev"
mkdir "$folder/dev/pts" "$folder/dev/shm"
for name in null zero full random urandom tty; do
  touch "$folder/dev/$name"
  mount --bind "/dev/$name" "$folder/dev/$name"
done
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$folder/dev/pts"
ln -s pts/ptmx "$folder/dev/ptmx"
ln -s /proc/self/fd "$folder/dev/fd"
mount -t tmpfs -o mode=1777 tmpfs "$folder/dev/shm"
ip link set lo up
hostname machine
cd "$folder"
mkdir old
pivot_root . old
umount -l /old
rmdir /old
exec env -i container=porchlight-check PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
